"""Photographs with outlined objects, windows of them, and simulated clicks."""

import json
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional
from scipy import ndimage

# The same as in packages/retina/clicks.
SIDE, FIRST_SIDE = 96, 32
FIRST_SHARES = (0.04, 0.13, 0.45)
LEAST_SHARE, LEAST_PIXELS = 0.008, 24
MARGIN = 1.7
EDGE = 4
DOT = 3.5
LEAST_CONTRAST = 0.05
LEVELS = 4


@dataclass
class Window:
    """
    A square of a photograph, in its pixels, turned by an angle and perhaps mirrored. It is seen in
    size x size pixels.
    """

    x: float
    y: float
    side: float
    angle: float = 0.0
    mirror: float = 1.0
    size: int = SIDE

    @property
    def pixel(self) -> float:
        """Side of a pixel of the window, in pixels of the photograph."""
        return self.side / self.size

    def matrix(self) -> np.ndarray:
        """Maps -1..1 of the window to pixels of the photograph: 2 x 3."""
        half = self.side / 2
        cos, sin = math.cos(self.angle) * half, math.sin(self.angle) * half
        return np.array([[cos * self.mirror, -sin, self.x], [sin * self.mirror, cos, self.y]])

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Position of a place of the photograph in the window, in its size x size pixels."""
        matrix = self.matrix()
        u, v = np.linalg.solve(matrix[:, :2], np.array([x, y]) - matrix[:, 2])
        return (u + 1) / 2 * self.size, (v + 1) / 2 * self.size

    def there(self, column: float, row: float) -> tuple[float, float]:
        """The reverse of `place`."""
        matrix = self.matrix()
        x, y = matrix @ np.array([2 * column / self.size - 1, 2 * row / self.size - 1, 1])
        return float(x), float(y)


@dataclass
class Object:
    photograph: "Photograph"
    structure: str
    box: list[int]
    bitmap: np.ndarray

    @property
    def length(self) -> int:
        return max(self.box[2:])

    @cached_property
    def depth(self) -> np.ndarray:
        """How far each pixel of the bitmap is from the object's edge."""
        return ndimage.distance_transform_edt(np.pad(self.bitmap, 1))[1:-1, 1:-1].astype(np.float32)


class Photograph:
    def __init__(self, folder: Path, entry: dict, bitmaps: np.memmap):
        self.name, self.use = entry["name"], entry["use"]
        self.width, self.height = entry["width"], entry["height"]
        self.field = entry["field"] * max(self.width, self.height)
        self.means = torch.tensor(entry["means"])[:, None, None]
        self.deviations = torch.tensor(entry["deviations"])[:, None, None]
        self.levels = []
        for level in range(LEVELS):
            width, height = math.ceil(self.width / 2**level), math.ceil(self.height / 2**level)
            path = folder / f"{self.name}.{level}.bin"
            self.levels.append(np.memmap(path, np.uint8, "r", shape=(height, width, 3)))
        self.objects = []
        for each in entry["objects"]:
            width, height = each["box"][2:]
            data = bitmaps[each["offset"] : each["offset"] + width * height]
            bitmap = np.asarray(data).reshape(height, width)
            self.objects.append(Object(self, each["structure"], each["box"], bitmap))

    def shows(self, window: Window) -> np.ndarray:
        """Which pixels of a window are not beyond the photograph: size x size booleans."""
        matrix = window.matrix()
        rows, columns = (np.indices((window.size, window.size)) + 0.5) * 2 / window.size - 1
        x, y = np.einsum("ij,jrc->irc", matrix[:, :2], np.stack([columns, rows])) + matrix[:, 2:, None]
        return (x >= 0) & (y >= 0) & (x <= self.width) & (y <= self.height)

    def cut(self, window: Window) -> torch.Tensor:
        """Red, green and blue in deviations of the field: 3 x size x size."""
        wanted = math.floor(math.log2(max(1.0, window.pixel)) + 0.35)
        level = min(LEVELS - 1, wanted)
        pixels = self.levels[level]
        scale = 2**level
        reach = window.side / 2 * (1 if window.angle == 0 else math.sqrt(2)) + 2 * scale
        left, top = (max(0, int((at - reach) / scale)) for at in (window.x, window.y))
        right = min(pixels.shape[1], int((window.x + reach) / scale) + 1)
        bottom = min(pixels.shape[0], int((window.y + reach) / scale) + 1)
        if right <= left or bottom <= top:
            return -self.means.expand(3, window.size, window.size) / self.deviations
        part = pixels[top:bottom, left:right]
        part = torch.from_numpy(part.copy()).permute(2, 0, 1).float()
        box = (left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)
        part, box = reduced(part, box, int(window.pixel / scale + 0.35))
        seen = sample(part, box, window, "border")
        return (seen - self.means) / self.deviations


def read_photographs(folder: Path) -> list[Photograph]:
    bitmaps = np.memmap(folder / "objects.bin", np.uint8, "r")
    entries = json.loads((folder / "index.json").read_text())
    return [Photograph(folder, entry, bitmaps) for entry in entries]


def sample(
    planes: torch.Tensor, box: tuple[float, ...], window: Window, beyond: str = "zeros"
) -> torch.Tensor:
    """Resamples planes that cover a box of the photograph to a window; `beyond` it as `grid_sample` pads."""
    x, y, width, height = box
    to_box = np.array([[2 / width, 0, -2 * x / width - 1], [0, 2 / height, -2 * y / height - 1]])
    whole = np.vstack([window.matrix(), [0, 0, 1]])
    matrix = torch.from_numpy(to_box @ whole).float()
    grid = functional.affine_grid(matrix[None], [1, 1, window.size, window.size], align_corners=False)
    return functional.grid_sample(planes[None], grid, padding_mode=beyond, align_corners=False)[0]


def reduced(planes: torch.Tensor, box: tuple[float, ...], by: int) -> tuple[torch.Tensor, tuple[float, ...]]:
    """Averages blocks of by x by pixels of planes that cover a box. Pixels that fill no whole block are left out."""
    height, width = (length // by for length in planes.shape[1:]) if by > 1 else (0, 0)
    if width == 0 or height == 0:
        return planes, box
    x, y, box_width, box_height = box
    shares = width * by / planes.shape[2], height * by / planes.shape[1]
    return functional.avg_pool2d(planes, by), (x, y, box_width * shares[0], box_height * shares[1])


def truth_in(target: Object, window: Window) -> torch.Tensor:
    """Share of each pixel of the window that the object covers: size x size."""
    step = max(1, int(window.pixel / 1.5))
    bitmap = torch.from_numpy(target.bitmap.copy()).float()[None]
    x, y, width, height = target.box
    if step > 1:
        across, down = -width % step, -height % step
        bitmap = functional.avg_pool2d(functional.pad(bitmap, (0, across, 0, down)), step)
        width, height = width + across, height + down
    bitmap = functional.pad(bitmap, (1, 1, 1, 1))
    box = (x - step, y - step, width + 2 * step, height + 2 * step)
    return sample(bitmap, box, window)[0]


@dataclass
class Clicks:
    """Places in pixels of the photograph: x, y, and whether they belong to the object."""

    places: list[tuple[float, float, bool]]

    def planes(self, window: Window) -> torch.Tensor:
        planes = torch.zeros(2, window.size, window.size)
        centres = torch.arange(window.size) + 0.5
        for x, y, inside in self.places:
            column, row = window.place(x, y)
            away = torch.hypot(centres[None] - column, centres[:, None] - row)
            plane = planes[0 if inside else 1]
            torch.maximum(plane, (DOT + 0.5 - away).clamp(0, 1), out=plane)
        return planes


def colour_planes(rgb: torch.Tensor) -> torch.Tensor:
    """Red, green and blue in deviations of the field, and in those of the window: 6 x size x size."""
    means = rgb.mean((1, 2), keepdim=True)
    deviations = rgb.std((1, 2), unbiased=False, keepdim=True)
    return torch.cat([rgb, (rgb - means) / (deviations + LEAST_CONTRAST)])


def first_window(photograph: Photograph, x: float, y: float, share: float) -> Window:
    return Window(x, y, share * photograph.field, size=FIRST_SIDE)


def least_side(photograph: Photograph) -> float:
    """Side of the smallest window around an object, in pixels of the photograph."""
    return max(LEAST_SHARE * photograph.field, LEAST_PIXELS)


def is_whole(found: np.ndarray) -> bool:
    """Whether something was found and ends within the window; `found` is size x size booleans."""
    return found.any() and found[EDGE:-EDGE, EDGE:-EDGE].sum() == found.sum()


def next_window(photograph: Photograph, window: Window, found: np.ndarray, clicks: Clicks) -> Window:
    """The window around all clicks and the part found, booleans."""
    rows, columns = np.nonzero(found)
    corners = [(x, y) for x, y, _ in clicks.places]
    if len(rows) > 0:
        for column in (columns.min(), columns.max() + 1):
            for row in (rows.min(), rows.max() + 1):
                corners.append(window.there(column, row))
    xs, ys = zip(*corners)
    length = max(max(xs) - min(xs), max(ys) - min(ys))
    side = max(MARGIN * length, least_side(photograph))
    return Window((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2, side, window.angle, window.mirror)


def first_click(target: Object, random: np.random.Generator | None) -> tuple[float, float, bool]:
    """The innermost place of an object, or with `random` a place away from its edge."""
    return place_in(target.depth, target.box, random, True)


def place_in(depth: np.ndarray, box, random, inside: bool) -> tuple[float, float, bool]:
    if random is None:
        row, column = np.unravel_index(depth.argmax(), depth.shape)
    else:
        rows, columns = np.nonzero(depth >= random.uniform(0.3, 1) * depth.max())
        i = random.integers(len(rows))
        row, column = rows[i], columns[i]
    return box[0] + column + 0.5, box[1] + row + 0.5, inside


def correcting_click(
    truth: np.ndarray, found: np.ndarray, random: np.random.Generator | None
) -> tuple[float, float, bool] | None:
    """A click in the largest wrong part, in pixels of both maps of booleans; None if nothing is wrong."""
    best, where, inside = 0.0, None, True
    for missing, wrong in ((True, truth & ~found), (False, found & ~truth)):
        labels, count = ndimage.label(wrong)
        if count == 0:
            continue
        areas = np.bincount(labels.ravel())[1:]
        if areas.max() > best:
            best, where, inside = areas.max(), labels == areas.argmax() + 1, missing
    if where is None:
        return None
    depth = ndimage.distance_transform_edt(np.pad(where, 1))[1:-1, 1:-1]
    return place_in(depth, (0, 0), random, inside)
