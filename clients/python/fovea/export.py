"""Exported files and releases."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Union

from .connection import Connection

if TYPE_CHECKING:
    from pandas import DataFrame


class Export:
    """A finished export of a dataset, which can be downloaded."""

    def __init__(self, connection: Connection, export_id: int) -> None:
        self._connection = connection
        self.id = export_id

    def __repr__(self) -> str:
        return f"Export({self.id})"

    def download(self, target: Union[str, Path]) -> Path:
        """Writes it into a file, which appears only when it is complete."""
        return self._connection.download(f"/api/export/{self.id}/download", Path(target))

    def table(self) -> "DataFrame":
        """A table (formats ``csv`` and ``analysis``) with pandas. Save it as Parquet by ``to_parquet``."""
        import pandas

        with tempfile.TemporaryDirectory() as folder:
            return pandas.read_csv(self.download(Path(folder) / "table.csv"))


class Release:
    """A release of a dataset: a snapshot that never changes, as a ZIP file."""

    def __init__(self, connection: Connection, release_id: int) -> None:
        self._connection = connection
        self.id = release_id

    def __repr__(self) -> str:
        return f"Release({self.id})"

    def download(self, target: Union[str, Path]) -> Path:
        """Writes its ZIP file, which appears only when it is complete."""
        return self._connection.download(f"/api/release/{self.id}/download", Path(target))
