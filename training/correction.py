"""The edge moved past a correcting click. The same as in packages/retina/clicks/correction.ts."""

import math
from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from clicks import Window

BEYOND, FADING, LEAST_AWAY = 1.5, 2.0, 0.5
LARGE_SHARE = 0.75
# Radii in diameters of the field.
SMALL, LARGE = 0.03, 0.06


@dataclass
class Correction:
    """The moved edge in a window, as distances in its pixels: above 0 inside."""

    window: Window
    edge: np.ndarray
    # Of the moved edge in the new one.
    share: float


def edge_of(area: np.ndarray) -> np.ndarray:
    """Distances from the edge of an area of booleans, neither empty nor full."""
    inwards, outwards = (ndimage.distance_transform_edt(each) for each in (area, ~area))
    return np.where(area, inwards - 0.5, 0.5 - outwards)


def correction_at(
    window: Window, area: np.ndarray, click: tuple, field: float
) -> Correction | None:
    x, y, inside = click
    column, row = window.place(x, y)
    if not area.any() or area.all() or not (0 <= column <= window.size and 0 <= row <= window.size):
        return None
    edge = edge_of(area)
    at = [[row - 0.5], [column - 0.5]]
    away = float(ndimage.map_coordinates(edge, at, order=1, mode="nearest")[0])
    radius = math.sqrt(area.sum() / math.pi)
    if inside == (away > 0) or abs(away) >= radius:
        return None
    share = most_share(radius * window.pixel / field) * (1 - abs(away) / radius)
    deviation = FADING * math.sqrt(radius * max(LEAST_AWAY, abs(away)))
    centres = np.arange(window.size) + 0.5
    across, down = (
        np.exp(-((centres - middle) ** 2) / (2 * deviation**2)) for middle in (column, row)
    )
    moved = edge - BEYOND * away * down[:, None] * across[None]
    return Correction(window, moved, share) if (moved > 0).any() else None


def most_share(radius: float) -> float:
    return LARGE_SHARE * min(1.0, max(0.0, (radius - SMALL) / (LARGE - SMALL)))


def corrected(seen: np.ndarray, found: np.ndarray, area: np.ndarray, share: float) -> np.ndarray:
    """Probabilities found, `area` of them, with their edge drawn towards that of the corrected area seen."""
    if not seen.any() or seen.all():
        return found
    moved = edge_of(seen)
    own = edge_of(area) if area.any() and not area.all() else moved
    return 1 / (1 + np.exp(-(share * moved + (1 - share) * own)))
