"""Reads what prepare-vessels.ts wrote, and makes patches of it that differ each time."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional

RGB, FIELD, VESSEL, ARTERIOLE, VENULE, KIND_KNOWN, VESSEL_KNOWN = slice(0, 3), 3, 4, 5, 6, 7, 8
PLANES = 9


@dataclass
class Photograph:
    name: str
    use: str
    planes: torch.Tensor  # 9 x H x W: channels in deviations, then shares from 0 to 1

    @property
    def set_name(self) -> str:
        return self.name.split("-")[0]


def read_photographs(folder: Path, uses: list[str]) -> list[Photograph]:
    entries = json.loads((folder / "index.json").read_text())
    return [read(folder, entry) for entry in entries if entry["use"] in uses]


def read(folder: Path, entry: dict) -> Photograph:
    data = np.fromfile(folder / f"{entry['name']}.bin", dtype=np.uint8)
    planes = torch.from_numpy(data.reshape(PLANES, entry["height"], entry["width"])).float()
    planes[RGB] = (planes[RGB] - 128) / 25
    planes[VESSEL : VENULE + 1] /= 255
    return Photograph(entry["name"], entry["use"], planes)


def halved(photograph: Photograph) -> Photograph:
    """At half its width and height."""
    planes = functional.avg_pool2d(photograph.planes[None], 2)[0]
    return Photograph(photograph.name, photograph.use, planes)


def cut_patch(
    photograph: Photograph, size: int, zooms: tuple[float, float], random: np.random.Generator
) -> torch.Tensor:
    """9 x size x size: turned, mirrored, enlarged or reduced about a place within the field."""
    planes = photograph.planes
    _, height, width = planes.shape
    y, x = place_in_field(planes, random)
    zoom = math.exp(random.uniform(math.log(zooms[0]), math.log(zooms[1])))
    angle = random.uniform(0, 2 * math.pi)
    mirror = random.choice([-1.0, 1.0])
    cos, sin = math.cos(angle) / zoom, math.sin(angle) / zoom
    reach = math.ceil(size / zoom * 0.75) + 2
    top, left = max(0, y - reach), max(0, x - reach)
    cut = planes[:, top : y + reach, left : x + reach]
    half_w, half_h = cut.shape[2] / 2, cut.shape[1] / 2
    half = size / 2
    matrix = torch.tensor(
        [
            [cos * mirror * half / half_w, -sin * half / half_w, (x - left) / half_w - 1],
            [sin * mirror * half / half_h, cos * half / half_h, (y - top) / half_h - 1],
        ],
        dtype=torch.float32,
    )
    grid = functional.affine_grid(matrix[None], [1, 1, size, size], align_corners=False)
    patch = functional.grid_sample(cut[None], grid, mode="bilinear", align_corners=False)[0]
    patch[FIELD] = (patch[FIELD] > 0.5).float()
    patch[KIND_KNOWN:] = (patch[KIND_KNOWN:] > 0.75).float()
    return patch


def place_in_field(planes: torch.Tensor, random: np.random.Generator) -> tuple[int, int]:
    _, height, width = planes.shape
    while True:
        y, x = int(random.integers(height)), int(random.integers(width))
        if planes[FIELD, y, x] > 0:
            return y, x
