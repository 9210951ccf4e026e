"""A dataset and what can be done with it as a whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union

from .connection import Connection
from .export import Export, Release
from .image import Image
from .task import Task
from .upload import Progress, UploadReport, upload

if TYPE_CHECKING:
    from pandas import DataFrame

IMAGES_AT_ONCE = 200


class Dataset:
    """A dataset of photographs."""

    def __init__(self, connection: Connection, dataset_id: int, name: str) -> None:
        self._connection = connection
        self.id = dataset_id
        self.name = name

    def __repr__(self) -> str:
        return f"Dataset({self.id}, {self.name!r})"

    def images(self, **filters: Any) -> Iterator[Image]:
        """Its images, fetched page by page. Filters are those of ``GET /api/dataset/:id/data``."""
        page, pages = 1, 1
        while page <= pages:
            query = {"page": page, "limit": IMAGES_AT_ONCE, **filters}
            answer = self._connection.json("GET", f"/api/dataset/{self.id}/data", query=query)
            yield from (Image(self._connection, row) for row in answer["images"])
            page, pages = page + 1, answer["pages"]

    def upload(
        self,
        source: Union[str, Path],
        folder: str = "",
        progress: Optional[Progress] = None,
    ) -> UploadReport:
        """Uploads a photograph, or those of a folder with its sub-folders.

        Files are compared by their SHA-256, so a call after a break sends only what is missing.

        :param folder: the sub-folder of the dataset to put them into
        :param progress: called after each file with the number done, the number in all, and the file
        """
        return upload(self._connection, self.id, Path(source), folder, progress)

    def analyse(self, again: bool = False) -> Task:
        """Starts the analysis of the images without one; ``again``: of all.

        :raises FoveaError: with the key ``analysis.allAnalysed`` if every image has one
        """
        query = {"dataset_id": self.id}
        method = "PUT" if again else "POST"
        answer = self._connection.json(method, "/api/resultAI/inference/all", query=query)
        return Task(self._connection, answer["task"]["id"], answer["task"]["name"])

    def export(
        self,
        format: str = "coco",
        images: Optional[Sequence[int]] = None,
        identified: bool = False,
        reason: str = "",
        timeout: Optional[float] = None,
    ) -> Export:
        """Exports it and waits until the file is ready.

        :param format: ``coco``, ``cvat``, ``label-studio``, ``masks``, ``yolo-segment``,
            ``yolo-detect``, ``csv`` (annotations) or ``analysis`` (measurements)
        :param images: the ids of the images; None: all
        :param identified: with patients' identity, for which ``reason`` is needed
        """
        body: dict[str, Any] = {"format": format, "identified": identified, "reason": reason}
        if images is not None:
            body["images"] = list(images)
        started = self._connection.json("POST", f"/api/dataset/{self.id}/export", body=body)
        result = Task(self._connection, started["id"], started["name"]).wait(timeout)
        return Export(self._connection, int(result["export_id"]))

    def release(
        self,
        title: str,
        images: str = "png",
        contents: Sequence[str] = ("coco",),
        shares: Sequence[int] = (70, 10, 20),
        seed: int = 1,
        timeout: Optional[float] = None,
        **more: Any,
    ) -> Release:
        """Makes a numbered release, which never changes, and waits until its file is ready.

        :param images: ``png``, ``original`` or ``deidentified`` (DICOM)
        :param contents: some of ``coco``, ``yolo-segment``, ``yolo-detect``, ``masks``, ``tiff`` and
            ``parquet``
        :param shares: percent of the patients for training, validation and test
        :param more: further fields of the call, such as ``licence``, ``longest_side`` or ``reason``
        """
        train, validation, test = shares
        body = {
            "title": title,
            "images": images,
            "contents": list(contents),
            "shares": {"train": train, "validation": validation, "test": test},
            "seed": seed,
            **more,
        }
        started = self._connection.json("POST", f"/api/dataset/{self.id}/release", body=body)
        result = Task(self._connection, started["id"], started["name"]).wait(timeout)
        return Release(self._connection, int(result["release_id"]))

    def table(self, kind: str = "analysis") -> "DataFrame":
        """The measurements (``analysis``) or annotations (``csv``) with pandas."""
        return self.export(kind).table()

    def coco(self) -> dict[str, Any]:
        """It as one COCO document."""
        answer: dict[str, Any] = self._connection.json("GET", f"/api/dataset/{self.id}/coco")
        return answer

    def import_annotations(self, source: Union[str, Path], dry_run: bool = False) -> Task:
        """Starts the import of a file of COCO, CVAT (for images 1.1) or Label Studio.

        The result of the task is the report, also of what could not be carried over; ``dry_run``
        only reports what it would do.
        """
        started = self._connection.send(
            "POST",
            f"/api/dataset/{self.id}/coco",
            query={"dry_run": json.dumps(dry_run)},
            file=("coco", Path(source)),
            timeout=600.0,
        ).json()
        return Task(self._connection, started["id"], started["name"])

    def add_webhook(self, url: str, events: Sequence[str]) -> Mapping[str, Any]:
        """Adds a webhook. Its ``secret`` is told only here."""
        body = {"url": url, "events": list(events)}
        path = f"/api/dataset/{self.id}/webhooks"
        answer: Mapping[str, Any] = self._connection.json("POST", path, body=body)
        return answer
