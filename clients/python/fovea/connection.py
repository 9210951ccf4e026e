"""Calls of the server, repeated if the connection breaks."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from typing import Any, Mapping, Optional

import httpx

from .errors import NotReachable, error_of

ATTEMPTS = 5
LONGEST_PAUSE = 30.0
_PASSING = {429, 502, 503, 504}


class Connection:
    """A server and a token. Use one in each thread."""

    def __init__(self, url: str, token: str, timeout: float) -> None:
        headers: dict[str, str] = {"authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=url.rstrip("/"),
            headers=headers,
            timeout=timeout,
        )

    def close(self) -> None:
        self._http.close()

    def json(self, method: str, path: str, **options: Any) -> Any:
        """The JSON of an answer. :raises FoveaError: if the server refuses"""
        return self.send(method, path, **options).json()

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        file: Optional[tuple[str, Path]] = None,
        timeout: Optional[float] = None,
        repeat: Optional[bool] = None,
    ) -> httpx.Response:
        """Sends one request.

        A call that only reads, or that ``repeat`` declares to be harmless twice, is repeated if the
        connection breaks.

        :param file: the name of the form's field, and the file to send in it
        """
        may_repeat = method == "GET" if repeat is None else repeat
        for attempt in range(ATTEMPTS):
            is_last = attempt == ATTEMPTS - 1
            try:
                answer = self._once(method, path, query, body, file, timeout)
            except httpx.TransportError as error:
                if is_last or not (may_repeat or isinstance(error, httpx.ConnectError)):
                    raise NotReachable(str(error)) from error
                time.sleep(_pause(attempt))
                continue
            if answer.status_code in _PASSING and (may_repeat or answer.status_code == 429):
                if not is_last:
                    time.sleep(_pause(attempt, answer))
                    continue
            if answer.is_success:
                return answer
            raise error_of(answer)
        raise AssertionError("unreachable")

    def _once(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        body: Any,
        file: Optional[tuple[str, Path]],
        timeout: Optional[float],
    ) -> httpx.Response:
        options: dict[str, Any] = {"params": query}
        if timeout is not None:
            options["timeout"] = timeout
        if file is None:
            return self._http.request(method, path, json=body, **options)
        field, source = file
        with source.open("rb") as content:
            files = {field: (source.name, content)}
            return self._http.request(method, path, files=files, **options)

    def download(self, path: str, target: Path, query: Optional[Mapping[str, Any]] = None) -> Path:
        """Writes an answer into a file, which appears only when it is complete.

        If the connection breaks, the download goes on where it stopped if the server can, else from
        the beginning.
        """
        partial = target.with_name(f".{target.name}.{os.getpid()}.part")
        version: dict[str, str] = {}
        try:
            attempt = 0
            while True:
                before = _size_of(partial)
                try:
                    self._append(path, partial, query, version)
                    break
                except httpx.TransportError as error:
                    # Attempts are counted from the last time that the download got further.
                    attempt = 0 if _size_of(partial) > before else attempt + 1
                    if attempt == ATTEMPTS:
                        raise NotReachable(str(error)) from error
                    time.sleep(_pause(attempt))
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        return target

    def _append(
        self,
        path: str,
        partial: Path,
        query: Optional[Mapping[str, Any]],
        version: dict[str, str],
    ) -> None:
        """:param version: the header that asks for the rest of the same file alone, once known"""
        have = _size_of(partial)
        rest = {"range": f"bytes={have}-", **version} if have else {}
        headers = {"accept-encoding": "identity", **rest}
        with self._http.stream("GET", path, params=query, headers=headers) as answer:
            if answer.headers.get("content-range") == f"bytes */{have}":
                return  # The connection broke after the last byte.
            if not answer.is_success:
                answer.read()
                raise error_of(answer)
            if "etag" in answer.headers:
                version["if-range"] = answer.headers["etag"]
            mode = "ab" if answer.status_code == 206 else "wb"
            with partial.open(mode) as file:
                for piece in answer.iter_bytes():
                    file.write(piece)


def _size_of(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _pause(attempt: int, answer: Optional[httpx.Response] = None) -> float:
    """Seconds until the next attempt: what the server asks for, else 1, 2, 4 …"""
    asked = "" if answer is None else answer.headers.get("retry-after", "")
    return min(LONGEST_PAUSE, float(asked) if asked.isdigit() else 2.0**attempt)


def sha256_of(file: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    digest = hashlib.sha256()
    with file.open("rb") as content:
        for piece in iter(lambda: content.read(1 << 20), b""):
            digest.update(piece)
    return digest.hexdigest()

