"""The entry: a server in a user's name."""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence

from .connection import Connection
from .dataset import Dataset
from .image import Image
from .task import Task, find_task


class Fovea:
    """A Fovea server in the name of a token's user.

    :param url: its address; default: the environment variable ``FOVEA_URL``
    :param token: an access token; default: ``FOVEA_TOKEN``. Empty for a server without sign-in.
    :param timeout: seconds to wait for an answer
    """

    def __init__(
        self, url: Optional[str] = None, token: Optional[str] = None, timeout: float = 60.0
    ) -> None:
        address = url or os.environ.get("FOVEA_URL", "")
        if not address:
            raise ValueError("Give the address of the server, or set FOVEA_URL.")
        secret = os.environ.get("FOVEA_TOKEN", "") if token is None else token
        self._connection = Connection(address, secret, timeout)

    def __enter__(self) -> "Fovea":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._connection.close()

    def datasets(self) -> list[Dataset]:
        """The datasets that the user may see."""
        rows = self._connection.json("GET", "/api/dataset/")
        return [Dataset(self._connection, row["id"], row["name"]) for row in rows]

    def dataset(self, id_or_name: "int | str") -> Dataset:
        """The dataset with this id or name. :raises LookupError: if there is none"""
        for dataset in self.datasets():
            if id_or_name in (dataset.id, dataset.name):
                return dataset
        raise LookupError(f"There is no dataset {id_or_name!r}.")

    def create_dataset(self, name: str, categories: Sequence[str] = ()) -> Dataset:
        """A new dataset of the user."""
        body = {"name": name, "categories": list(categories)}
        row = self._connection.json("POST", "/api/dataset/", body=body)
        return Dataset(self._connection, row["id"], row["name"])

    def image(self, image_id: int) -> Image:
        """The image with this id."""
        return Image(self._connection, {"id": image_id})

    def task(self, task_id: int) -> Task:
        """The task with this id. :raises LookupError: if there is none"""
        return find_task(self._connection, task_id)
