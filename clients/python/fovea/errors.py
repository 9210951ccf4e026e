"""What can go wrong."""

from __future__ import annotations

from typing import Any, Mapping

import httpx


class FoveaError(Exception):
    """The server refused a call.

    ``code`` is the problem code, such as ``not_found``; ``key`` names the message in every language,
    such as ``analysis.allAnalysed``, and may be empty; ``status`` is the HTTP status; ``fields`` are
    the errors of single fields of the input.
    """

    def __init__(
        self, code: str, message: str, status: int, fields: Mapping[str, str], key: str = ""
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.key = key
        self.message = message
        self.status = status
        self.fields = dict(fields)


class NotReachable(Exception):
    """The server did not answer, also after several attempts."""


class TaskFailed(Exception):
    """A task of the server failed or was cancelled; its log says why."""

    def __init__(self, name: str, status: str, log: list[str]) -> None:
        super().__init__(f"{name}: {status}" + "".join(f"\n{line}" for line in log))
        self.status = status
        self.log = log


def error_of(answer: httpx.Response) -> FoveaError:
    """The error that a response stands for."""
    try:
        body: Any = answer.json()
    except ValueError:
        body = {}
    if not isinstance(body, dict):
        body = {}
    return FoveaError(
        str(body.get("code", "internal")),
        str(body.get("message", answer.reason_phrase)),
        answer.status_code,
        body.get("fields") or {},
        str(body.get("key", "")),
    )
