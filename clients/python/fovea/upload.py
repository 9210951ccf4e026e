"""Uploading folders: only what the dataset does not have is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence

from .connection import Connection, sha256_of
from .errors import FoveaError

HASHES_AT_ONCE = 500
UPLOAD_SECONDS = 300.0
SUFFIXES = frozenset(".jpg .jpeg .png .tif .tiff .bmp .webp .gif .jp2 .dcm".split())


@dataclass
class UploadReport:
    """What became of the files of an upload."""

    #: Ids of the new images, by file.
    sent: dict[Path, int] = field(default_factory=dict)
    #: Files that the dataset had already.
    present: list[Path] = field(default_factory=list)
    #: Files that the server refused, with its reason.
    refused: dict[Path, FoveaError] = field(default_factory=dict)


Progress = Callable[[int, int, Path], object]


def files_in(folder: Path) -> list[Path]:
    """The photographs in a folder and its sub-folders, in the order of their names."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return sorted(
        file
        for file in files
        if not file.name.startswith(".") and (file.suffix.lower() in SUFFIXES or _is_dicom(file))
    )


def upload(
    connection: Connection,
    dataset_id: int,
    source: Path,
    folder: str = "",
    progress: Optional[Progress] = None,
) -> UploadReport:
    """Uploads a file or a folder. A repeated call sends only what is missing."""
    root = source if source.is_dir() else source.parent
    files = files_in(source) if source.is_dir() else [source]
    report = UploadReport()
    done = 0
    for some in _slices(files, HASHES_AT_ONCE):
        hashes = {file: sha256_of(file) for file in some}
        missing = _missing(connection, dataset_id, hashes.values())
        for file in some:
            if hashes[file] in missing:
                place = "/".join(part for part in [folder, _folder_of(file, root)] if part)
                _send(connection, dataset_id, file, place, report)
                missing.discard(hashes[file])
            else:
                report.present.append(file)
            done += 1
            if progress is not None:
                progress(done, len(files), file)
    return report


def _missing(connection: Connection, dataset_id: int, hashes: Iterable[str]) -> set[str]:
    path = f"/api/dataset/{dataset_id}/files/find"
    wanted = set(hashes)
    answer = connection.json("POST", path, body={"sha256": sorted(wanted)}, repeat=True)
    return wanted - {each["sha256"] for each in answer["found"]}


def _send(
    connection: Connection, dataset_id: int, file: Path, folder: str, report: UploadReport
) -> None:
    query: dict[str, Any] = {"dataset_id": dataset_id}
    if folder:
        query["folder"] = folder
    try:
        # The server keeps the same bytes once, so a repetition does no harm.
        answer = connection.send(
            "POST",
            "/api/image/",
            query=query,
            file=("image", file),
            timeout=UPLOAD_SECONDS,
            repeat=True,
        ).json()
    except FoveaError as error:
        if error.status >= 500 or error.status in (401, 403, 404):
            raise
        report.refused[file] = error
        return
    if answer["existing"]:
        report.present.append(file)
    else:
        report.sent[file] = answer["image"]["id"]


def _is_dicom(file: Path) -> bool:
    """Whether a file without an extension is DICOM, as on a camera's medium (PS3.10 section 7.1)."""
    if file.suffix:
        return False
    with file.open("rb") as opened:
        opened.seek(128)
        return opened.read(4) == b"DICM"


def _folder_of(file: Path, root: Path) -> str:
    folder = file.parent.relative_to(root).as_posix()
    return "" if folder == "." else folder


def _slices(files: Sequence[Path], size: int) -> Iterator[Sequence[Path]]:
    for start in range(0, len(files), size):
        yield files[start : start + size]
