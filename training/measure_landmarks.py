"""Figures of the landmark network on whole photographs."""

import numpy as np
import torch
from scipy import ndimage

from landmarks import SIDE, Eye, whole_view
from network import UNet


def print_figures(network: UNet, eyes: list[Eye]) -> None:
    """Per set of photographs: how many within a radius, and means of Dice and errors."""
    rows = {}
    for eye in eyes:
        figures = figures_of(network, eye)
        rows.setdefault(eye.name.split("-")[0], []).append(figures)
        print(eye.name, *(f"{figure:.3f}" for figure in figures))
    print("set, photographs, disc within a radius, error in radii, Dice, |diameter error|,", end="")
    print(" fovea within a radius, error in radii")
    for name, figures in rows.items():
        distance, dice, diameter, fovea = np.array(figures).T
        known = fovea[~np.isnan(fovea)]
        shares = [np.mean(distance < 1), np.mean(distance), np.mean(dice)]
        shares += [np.mean(np.abs(diameter))]
        shares += [np.mean(known < 1), np.mean(known)] if known.size else []
        print(name, len(figures), *(f"{share:.3f}" for share in shares), known.size)


@torch.no_grad()
def figures_of(network: UNet, eye: Eye) -> tuple[float, float, float, float]:
    """Error of the centre in radii, Dice, relative error of the diameter, fovea's error in radii."""
    view = whole_view(eye)
    disc, fovea = torch.sigmoid(network(view.image[None])[0]).numpy() * view.field.numpy()
    scale = SIDE / eye.field.shape[-1]
    x, y, width, height = (scale * value for value in eye.disc)
    radius = (width + height) / 4
    found = largest_part(disc)
    if found is None:
        return float("inf"), 0.0, -1.0, float("nan")
    truth = view.disc.numpy() > 0.5
    dice = 2 * (found & truth).sum() / (found.sum() + truth.sum())
    diameter = np.sqrt(found.sum() / truth.sum()) - 1
    distance = np.hypot(*(np.array(centre_of(disc * found)) - (x, y))) / radius
    return float(distance), float(dice), float(diameter), fovea_error(fovea, eye, radius)


def fovea_error(fovea: np.ndarray, eye: Eye, radius: float) -> float:
    if eye.fovea is None:
        return float("nan")
    peak = ndimage.gaussian_filter(fovea, 2)
    row, column = np.unravel_index(peak.argmax(), peak.shape)
    place = np.array(eye.fovea) * SIDE / eye.field.shape[-1]
    return float(np.hypot(column + 0.5 - place[0], row + 0.5 - place[1]) / radius)


def largest_part(disc: np.ndarray) -> np.ndarray | None:
    """Of what is more likely disc than not, the part with the largest sum."""
    parts, count = ndimage.label(disc > 0.5)
    if count == 0:
        return None
    sums = ndimage.sum(disc, parts, range(1, count + 1))
    return parts == 1 + int(np.argmax(sums))


def centre_of(weights: np.ndarray) -> tuple[float, float]:
    row, column = ndimage.center_of_mass(weights)
    return column + 0.5, row + 0.5
