"""Whole fields with disc and fovea, and views of them that differ each time."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional

from light import STRONG, change_light

SIDE = 256
# Standard deviation of the fovea's spot, in disc diameters.
SPOT = 0.2


@dataclass
class Eye:
    name: str
    use: str
    image: torch.Tensor  # 3 x side x side, in deviations
    field: torch.Tensor  # side x side, 0 or 1
    disc: list[float]  # centre x, y, width and height of an ellipse, in pixels
    fovea: list[float] | None


@dataclass
class View:
    """What the network sees (3 x SIDE x SIDE), and what it is to find in it."""

    image: torch.Tensor
    field: torch.Tensor
    disc: torch.Tensor
    fovea: torch.Tensor
    knows_fovea: bool


def read_eyes(folder: Path) -> list[Eye]:
    return [read(folder, entry) for entry in json.loads((folder / "landmarks.json").read_text())]


def read(folder: Path, entry: dict) -> Eye:
    side = entry["side"]
    data = np.fromfile(folder / f"{entry['name']}.field.bin", dtype=np.uint8)
    planes = torch.from_numpy(data.reshape(4, side, side)).float()
    image = (planes[:3] - 128) / 25
    return Eye(entry["name"], entry["use"], image, planes[3], entry["disc"], entry["fovea"])


def whole_view(eye: Eye) -> View:
    """As the product shows it to the network."""
    return take_view(eye, torch.tensor([[1.0, 0, 0], [0, 1, 0]]))


def varied_view(eye: Eye, random: np.random.Generator) -> View:
    """As another camera might show it: another angle of the field, another eye, other light."""
    shrink = math.exp(random.uniform(math.log(0.36), math.log(1.5)))
    angle = random.uniform(-0.35, 0.35)
    mirror = random.choice([-1.0, 1.0])
    reach = max(0.0, 1 - shrink) + 0.15
    shift = random.uniform(-reach, reach, 2)
    cos, sin = math.cos(angle) * shrink, math.sin(angle) * shrink
    matrix = torch.tensor([[cos * mirror, -sin, shift[0]], [sin * mirror, cos, shift[1]]]).float()
    view = take_view(eye, matrix)
    view.field = view.field * frame(random)
    view.disc, view.fovea = view.disc * view.field, view.fovea * view.field
    view.image = normalise(view.image, view.field)
    view.image = add_shade_and_spots(view.image, view.disc, random)
    view.image = normalise(change_light(view.image, random, STRONG), view.field)
    return view


def take_view(eye: Eye, matrix: torch.Tensor) -> View:
    """The view by an affine map from its places to those of the eye, both from -1 to 1."""
    side = eye.field.shape[-1]
    grid = functional.affine_grid(matrix[None], [1, 1, SIDE, SIDE], align_corners=False)
    planes = torch.cat([eye.image, eye.field[None]])[None]
    if float(torch.det(matrix[:, :2]).abs().sqrt()) * side / SIDE > 1.5:
        planes = functional.avg_pool2d(planes, 2)
    planes = functional.grid_sample(planes, grid, mode="bilinear", align_corners=False)[0]
    field = (planes[3] > 0.5).float()
    places = (grid[0] + 1) * side / 2
    x, y, width, height = eye.disc
    radius = torch.hypot((places[..., 0] - x) / width * 2, (places[..., 1] - y) / height * 2)
    disc = (radius < 1).float() * field
    fovea = torch.zeros_like(disc)
    if eye.fovea is not None:
        away = torch.hypot(places[..., 0] - eye.fovea[0], places[..., 1] - eye.fovea[1])
        fovea = torch.exp(-((away / (SPOT * (width + height) / 2)) ** 2) / 2) * field
    return View(planes[:3] * field, field, disc, fovea, eye.fovea is not None)


def frame(random: np.random.Generator) -> torch.Tensor:
    """A field's circle, here and there cut off at the top and bottom, and at the sides too."""
    place = (torch.arange(SIDE) + 0.5) * 2 / SIDE - 1
    inside = (place[None] ** 2 + place[:, None] ** 2 < 1).float()
    if random.random() < 0.5:
        inside = inside * (place.abs() < random.uniform(0.55, 1))[:, None]
        inside = inside * (place.abs() < random.uniform(0.8, 1.2))[None]
    return inside


def normalise(image: torch.Tensor, field: torch.Tensor) -> torch.Tensor:
    """Each channel less its mean over the field, in standard deviations, as the product does it."""
    count = field.sum().clamp(min=1)
    centred = (image - (image * field).sum((1, 2), keepdim=True) / count) * field
    deviation = ((centred**2).sum((1, 2), keepdim=True) / count).sqrt() + 1e-3
    return (centred / deviation).clamp(-5, 5)


def add_shade_and_spots(
    image: torch.Tensor, disc: torch.Tensor, random: np.random.Generator
) -> torch.Tensor:
    """Uneven light, a bright rim, other colours, and spots that are neither disc nor fovea."""
    if random.random() < 0.7:
        image = image + shade(random)
    if random.random() < 0.3:
        image = image + rim(random)
    if random.random() < 0.5:
        image = other_colours(image, random)
    if random.random() < 0.4:
        for _ in range(random.integers(1, 6)):
            image = image + spot(random) * (1 - disc)
    if random.random() < 0.3:
        image = image.clamp(max=random.uniform(0.8, 3))
    return image


def shade(random: np.random.Generator) -> torch.Tensor:
    """Light that differs from place to place, of one colour more than of several."""
    strength = random.uniform(0.1, 1.0)
    coarse = random.normal(0, strength, (1, 1, 3, 3)) + random.normal(0, 0.3, (1, 3, 3, 3))
    planes = torch.from_numpy(coarse).float()
    return functional.interpolate(planes, (SIDE, SIDE), mode="bicubic", align_corners=False)[0]


def rim(random: np.random.Generator) -> torch.Tensor:
    """Light that comes in at the edge of the field, all around or from one side."""
    place = (torch.arange(SIDE) + 0.5) * 2 / SIDE - 1
    x, y = random.uniform(-0.5, 0.5, 2)
    away = torch.hypot(place[None] - x, place[:, None] - y)
    gains = torch.from_numpy(random.uniform(0.2, 1, 3)).float()[:, None, None]
    return gains * random.uniform(0.5, 4) * away ** random.uniform(3, 10)


def other_colours(image: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    """Channels that see what others see, as other films and filters do, or next to nothing."""
    mixed = np.eye(3) + random.uniform(-0.15, 0.4, (3, 3))
    image = torch.einsum("ij,jyx->iyx", torch.from_numpy(mixed).float(), image)
    if random.random() < 0.4:
        dim = random.choice([0, 2])
        image[dim] = image[dim] * random.uniform(0, 0.5) + torch.randn(SIDE, SIDE) * 0.5
    return image


def spot(random: np.random.Generator) -> torch.Tensor:
    place = torch.arange(SIDE).float()
    x, y = random.uniform(0, SIDE, 2)
    size = random.uniform(1.5, 9)
    square = (place[None] - x) ** 2 + (place[:, None] - y) ** 2
    return torch.exp(-square / (2 * size**2)) * random.choice([-1.5, 2.0])
