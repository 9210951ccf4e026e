"""An image and its results."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

from .connection import Connection
from .task import Task

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]


class Image:
    """A photograph. ``facts`` has its columns as the server lists them."""

    def __init__(self, connection: Connection, facts: Mapping[str, Any]) -> None:
        self._connection = connection
        self.id: int = facts["id"]
        self.facts = dict(facts)

    def __repr__(self) -> str:
        return f"Image({self.id}, {self.facts.get('file_name', '')!r})"

    @property
    def file_name(self) -> str:
        """Its file name, without folders."""
        name: str = self.facts["file_name"]
        return name

    def analyse(self) -> Task:
        """Starts its analysis."""
        query = {"original_id": self.id}
        answer = self._connection.json("POST", "/api/resultAI/inference/", query=query)
        return Task(self._connection, answer["task"]["id"], answer["task"]["name"])

    def results(self) -> dict[str, "Result"]:
        """The results of its current analysis, by kind; empty without one."""
        found = self.annotator_data()["image"]["results"]
        return {kind: Result(self._connection, row) for kind, row in found.items()}

    def annotator_data(self) -> dict[str, Any]:
        """All that the annotator shows: categories with annotations, fields, results."""
        data: dict[str, Any] = self._connection.json("GET", f"/api/annotator/data/{self.id}")
        return data

    def download(self, target: Union[str, Path]) -> Path:
        """Writes the original file."""
        query = {"asAttachment": "true"}
        return self._connection.download(f"/api/image/{self.id}", Path(target), query)

    def array(self, width: Optional[int] = None) -> "Array":
        """Its pixels (height, width, 3) as 8-bit RGB; ``width``: of a smaller copy."""
        query: dict[str, Any] = {"asPng": "true", "asAttachment": "true"}
        if width is not None:
            query = {"width": width}
        answer = self._connection.send("GET", f"/api/image/{self.id}", query=query)
        return _array_of(answer.content, "RGB")


class Result:
    """A result of an analysis. ``facts`` has kind, model, size and parts."""

    def __init__(self, connection: Connection, facts: Mapping[str, Any]) -> None:
        self._connection = connection
        self.id: int = facts["id"]
        self.kind: str = facts["kind"]
        self.facts = dict(facts)

    def __repr__(self) -> str:
        return f"Result({self.id}, {self.kind!r})"

    def numbers(self) -> dict[str, Any]:
        """Its numbers, as the server stores them."""
        query = {"asJson": "true"}
        answer: dict[str, Any] = self._connection.json("GET", f"/api/resultAI/{self.id}", query=query)
        return answer

    def mask(self, part: Optional[str] = None) -> "Array":
        """The area that it found (height, width), true inside; ``part``: one of ``facts['parts']``."""
        query = {} if part is None else {"part": part}
        answer = self._connection.send("GET", f"/api/resultAI/{self.id}", query=query)
        return _array_of(answer.content, "RGBA")[:, :, 3] > 0

    def probabilities(self, name: str) -> "Array":
        """A probability map (height, width), 0 to 1, at the network's resolution."""
        answer = self._connection.send("GET", f"/api/resultAI/{self.id}", query={"map": name})
        return _array_of(answer.content, "L") / 255.0


def _array_of(content: bytes, mode: str) -> "Array":
    import numpy
    from PIL import Image as Picture

    with Picture.open(io.BytesIO(content)) as picture:
        return numpy.asarray(picture.convert(mode))
