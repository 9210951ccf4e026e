"""Objects with their extreme points, and what the prediction network sees of them."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional
from scipy import ndimage

# What the network takes and gives is a square of SIDE pixels around the object.
SIDE = 128
WINDOW = 1.5
LEAST_WINDOW = 12.0
CLICK = 5.0
MOST_SKEW = 0.95


@dataclass
class Object:
    """In the pixels of the part of a photograph that is around it."""

    structure: str
    photograph: str
    image: torch.Tensor  # 3 x H x W, 0 to 255
    inside: torch.Tensor  # H x W, 0 or 1
    points: np.ndarray  # leftmost, topmost, rightmost, lowest: 4 x 2


def read_objects(folder: Path) -> list[Object]:
    data = np.fromfile(folder / "prediction.bin", dtype=np.uint8)
    objects, at = [], 0
    for entry in json.loads((folder / "prediction.json").read_text()):
        height, width = entry["height"], entry["width"]
        image = data[at : at + 3 * height * width].reshape(height, width, 3)
        at += image.size
        inside = data[at : at + height * width].reshape(height, width)
        at += inside.size
        objects.append(
            Object(
                entry["structure"],
                entry["photograph"],
                torch.from_numpy(image.transpose(2, 0, 1).copy()),
                torch.from_numpy(inside.copy()),
                np.array(entry["points"]),
            )
        )
    return objects


def drawn_object(background: torch.Tensor, random: np.random.Generator) -> Object:
    """A blot of another colour drawn on a background, 3 x H x W: shapes without end."""
    _, height, width = background.shape
    side = math.exp(random.uniform(math.log(10), math.log(90)))
    inside = random_shape(side, (height, width), random)
    rows, columns = np.nonzero(inside)
    points = np.array(
        [
            [columns.min(), rows[columns.argmin()] + 0.5],
            [columns[rows.argmin()] + 0.5, rows.min()],
            [columns.max() + 1, rows[columns.argmax()] + 0.5],
            [columns[rows.argmax()] + 0.5, rows.max() + 1],
        ]
    )
    edge = ndimage.gaussian_filter(inside.astype(np.float32), random.uniform(0.4, 0.03 * side + 0.6))
    sign = random.choice([-1.0, 1.0])
    shift = sign * random.uniform(4, 60) * random.uniform(0.3, 1, 3)
    mottle = ndimage.gaussian_filter(random.normal(0, 1, inside.shape), random.uniform(1, 4))
    mottle = mottle / mottle.std() * random.uniform(0, 0.5) + 1
    stain = torch.from_numpy(edge * mottle).float()[None] * torch.tensor(shift).float()[:, None, None]
    return Object("drawn", "", background + stain, torch.from_numpy(inside.astype(np.uint8)), points)


def random_shape(side: float, size: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """The part of smooth noise, higher towards the middle, that stands out: round, lobed, bent."""
    height, width = size
    y, x = np.mgrid[:height, :width]
    angle, stretch = random.uniform(0, math.pi), math.exp(random.uniform(-0.6, 0.6))
    along = (x - width / 2) * math.cos(angle) + (y - height / 2) * math.sin(angle)
    across = (y - height / 2) * math.cos(angle) - (x - width / 2) * math.sin(angle)
    away = np.hypot(along * stretch, across / stretch) / (side / 2)
    noise = ndimage.gaussian_filter(random.normal(0, 1, size), side * random.uniform(0.08, 0.25))
    shape = 1 - away + noise / noise.std() * random.uniform(0, 0.45) > 0
    parts, count = ndimage.label(shape & (away < 1.6))
    if count == 0:
        return away < 1
    return parts == 1 + int(np.argmax(ndimage.sum(shape, parts, range(1, count + 1))))


def see(each: Object, points: np.ndarray, window: float = WINDOW) -> tuple[torch.Tensor, torch.Tensor]:
    """5 x SIDE x SIDE: colours in deviations, the points, the ellipse; and what is to be found."""
    low, high = points.min(0), points.max(0)
    centre = (low + high) / 2
    reach = max(window * (high - low).max(), LEAST_WINDOW) / 2
    colours, inside = sample(each, centre, reach)
    mean = colours.mean((1, 2), keepdim=True)
    deviation = (colours - mean).square().mean((1, 2), keepdim=True).sqrt()
    placed = (points - centre) / reach * SIDE / 2 + SIDE / 2
    hints = np.stack([clicks(placed), np.clip(1.2 - radius_in_ellipse(placed), -1, 1)])
    planes = torch.cat([(colours - mean) / (deviation + 4), torch.from_numpy(hints).float()])
    return planes, inside


def sample(each: Object, centre: np.ndarray, reach: float) -> tuple[torch.Tensor, torch.Tensor]:
    """The square window; past the border the colours of the nearest pixels."""
    height, width = each.inside.shape
    planes = torch.cat([each.image.float(), each.inside[None].float()])[None]
    step = math.floor(2 * reach / SIDE)
    if step > 1:
        planes = smooth(planes, step)[..., :height, :width]
    matrix = torch.tensor(
        [
            [2 * reach / width, 0, 2 * centre[0] / width - 1],
            [0, 2 * reach / height, 2 * centre[1] / height - 1],
        ]
    ).float()
    grid = functional.affine_grid(matrix[None], [1, 1, SIDE, SIDE], align_corners=False)
    colours = functional.grid_sample(
        planes[:, :3], grid, mode="bilinear", padding_mode="border", align_corners=False
    )[0]
    inside = functional.grid_sample(planes[:, 3:], grid, mode="bilinear", align_corners=False)[0, 0]
    return colours, inside


def smooth(planes: torch.Tensor, step: int) -> torch.Tensor:
    return functional.avg_pool2d(
        planes, step, stride=1, padding=step // 2, count_include_pad=False
    )


def clicks(points: np.ndarray) -> np.ndarray:
    y, x = np.mgrid[:SIDE, :SIDE] + 0.5
    spots = [np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * CLICK**2)) for px, py in points]
    return np.max(spots, axis=0)


def radius_in_ellipse(points: np.ndarray) -> np.ndarray:
    """As radiusIn(ellipseThrough(points)) in packages/retina/extreme-points.ts."""
    low, high = points.min(0), points.max(0)
    centre, half = (low + high) / 2, (high - low) / 2
    by_x, by_y = points[points[:, 0].argsort(kind="stable")], points[points[:, 1].argsort(kind="stable")]
    rise = (by_x[-1, 1] - by_x[0, 1]) / (2 * half[1])
    shift = (by_y[-1, 0] - by_y[0, 0]) / (2 * half[0])
    skew = np.clip((rise + shift) / 2, -MOST_SKEW, MOST_SKEW)
    y, x = np.mgrid[:SIDE, :SIDE] + 0.5
    u, v = (x - centre[0]) / half[0], (y - centre[1]) / half[1]
    return np.sqrt((u**2 - 2 * skew * u * v + v**2) / (1 - skew**2))
