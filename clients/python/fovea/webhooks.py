"""Messages that Fovea sends to webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Union

LONGEST_DELAY = 300


class WrongSignature(Exception):
    """The message was not signed with the secret, or is too old."""


@dataclass(frozen=True)
class WebhookEvent:
    """An event of a dataset. The id is the same if it arrives again."""

    id: str
    type: str
    timestamp: str
    data: Mapping[str, Any]


def verify(
    secret: str,
    headers: Mapping[str, str],
    body: Union[bytes, str],
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event in a message, once its signature was checked.

    :param secret: the secret of the webhook, ``whsec_…``
    :param headers: of the request
    :param body: of the request, as received
    :param now: seconds since 1970; default: the present
    :raises WrongSignature: if it is not signed with the secret, or more than five minutes off
    """
    found = {name.lower(): value for name, value in headers.items()}
    content = body if isinstance(body, bytes) else body.encode()
    message_id, sent = found.get("webhook-id", ""), found.get("webhook-timestamp", "")
    given = found.get("webhook-signature", "")
    at = time.time() if now is None else now
    if not (sent.isdecimal() and abs(at - int(sent)) <= LONGEST_DELAY):
        raise WrongSignature("The time of the message is missing or too far off.")
    try:
        key = base64.b64decode(secret.partition("whsec_")[2], validate=True)
    except binascii.Error as error:
        raise ValueError("The secret must be whsec_ and base64.") from error
    signed = b".".join([message_id.encode(), sent.encode(), content])
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(expected, each.encode()) for each in given.split(" ")):
        raise WrongSignature("The message is not signed with this secret.")
    event = json.loads(content)
    return WebhookEvent(message_id, event["type"], event["timestamp"], event["data"])
