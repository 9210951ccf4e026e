"""Work that the server does in the background."""

from __future__ import annotations

import time
from typing import Any, Callable, Mapping, Optional

from .connection import Connection
from .errors import TaskFailed

SHORTEST_PAUSE = 0.2
LONGEST_PAUSE = 5.0


class Task:
    """Work that the server does in the background."""

    def __init__(self, connection: Connection, task_id: int, name: str) -> None:
        self._connection = connection
        self.id = task_id
        self.name = name

    def __repr__(self) -> str:
        return f"Task({self.id}, {self.name!r})"

    def state(self) -> dict[str, Any]:
        """The task as the server describes it: ``status``, ``progress`` in percent, ``result`` …"""
        rows = self._connection.json("GET", "/api/tasks/")
        for row in rows:
            if row["id"] == self.id:
                return dict(row)
        raise LookupError(f"There is no task {self.id}.")

    def log(self) -> list[str]:
        """The lines of its log."""
        return list(self._connection.json("GET", f"/api/tasks/{self.id}/logs")["logs"])

    def wait(
        self,
        timeout: Optional[float] = None,
        progress: Optional[Callable[[float], Any]] = None,
    ) -> Mapping[str, Any]:
        """Waits until it has succeeded, and returns its result.

        :param timeout: seconds; None waits for ever
        :param progress: called with the percent done
        :raises TaskFailed: if it failed or was cancelled
        :raises TimeoutError: if it takes longer
        """
        end = None if timeout is None else time.monotonic() + timeout
        pause = SHORTEST_PAUSE
        while True:
            state = self.state()
            if progress is not None:
                progress(state["progress"])
            if state["status"] == "succeeded":
                return state["result"] or {}
            if state["completed"]:
                raise TaskFailed(self.name, state["status"], self.log())
            if end is not None and time.monotonic() + pause > end:
                raise TimeoutError(f"{self.name} is not finished.")
            time.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * 1.5)


def find_task(connection: Connection, task_id: int) -> Task:
    """The task with this id."""
    task = Task(connection, task_id, "")
    task.name = task.state()["name"]
    return task
