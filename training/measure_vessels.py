"""Figures of the vessel network on whole photographs: python3 training/measure_vessels.py DATA STATE.pt"""

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional
from scipy import ndimage

from network import UNet, create
from vessels import (
    ARTERIOLE,
    FIELD,
    KIND_KNOWN,
    RGB,
    VENULE,
    VESSEL,
    VESSEL_KNOWN,
    Photograph,
    read_photographs,
)

# Where a pixel is called a vessel.
THRESHOLD = 0.45


def print_figures(network: UNet, photographs: list[Photograph]) -> None:
    """Per set and use, means over its photographs; sensitivity and specificity at the threshold."""
    rows = {}
    for photograph in photographs:
        figures = figures_of(predict(network, photograph), photograph.planes.numpy())
        print(photograph.name, *(f"{figure:.4f}" for figure in figures), flush=True)
        rows.setdefault((photograph.set_name, photograph.use), []).append(figures)
    print("set, use, photographs, AUC, Dice, sensitivity, specificity,", end=" ")
    print("arteriole or venule right: pixels, pixels of wide vessels")
    for (name, use), figures in rows.items():
        print(name, use, len(figures), *(f"{mean:.4f}" for mean in np.mean(figures, axis=0)))


@torch.no_grad()
def predict(network: UNet, photograph: Photograph) -> np.ndarray:
    """Probabilities of vessel, arteriole and venule, 3 x H x W."""
    network.eval()
    image = photograph.planes[RGB][None]
    _, _, height, width = image.shape
    padding = (0, -width % network.step, 0, -height % network.step)
    logits = network(functional.pad(image, padding))[0, :, :height, :width]
    return torch.sigmoid(logits).numpy()


def figures_of(found: np.ndarray, planes: np.ndarray) -> tuple[float, ...]:
    kinds = shares_of_right_kinds(found, planes)
    # Strokes tell kinds alone.
    if planes[VESSEL_KNOWN].mean() < 0.5:
        return (float("nan"),) * 4 + kinds
    inside = planes[FIELD] > 0
    truth = planes[VESSEL][inside] > 0.5
    score = found[0][inside]
    chosen = score > THRESHOLD
    dice = 2 * (chosen & truth).sum() / max(1, chosen.sum() + truth.sum())
    sensitivity, specificity = chosen[truth].mean(), 1 - chosen[~truth].mean()
    return area_under_curve(score, truth), dice, sensitivity, specificity, *kinds


def area_under_curve(score: np.ndarray, truth: np.ndarray) -> float:
    """By ranks (Mann-Whitney), scores rounded to a 65,536th."""
    bins = np.round(score * 65535).astype(np.int64)
    positive = np.bincount(bins[truth], minlength=65536).astype(np.float64)
    negative = np.bincount(bins[~truth], minlength=65536).astype(np.float64)
    below = np.concatenate([[0], np.cumsum(negative)[:-1]])
    total = positive.sum() * negative.sum()
    return float((positive * (below + 0.5 * negative)).sum() / total) if total > 0 else float("nan")


def shares_of_right_kinds(found: np.ndarray, planes: np.ndarray) -> tuple[float, float]:
    """Of the labelled pixels, and of those of vessels wider than the median of their pixels."""
    arteriole, venule = planes[ARTERIOLE] > 0.5, planes[VENULE] > 0.5
    known = (planes[KIND_KNOWN] > 0) & (arteriole ^ venule)
    if not known.any():
        return float("nan"), float("nan")
    right = (found[1] > found[2]) == arteriole
    width = local_width(arteriole | venule)
    wide = known & (width > np.median(width[known]))
    return float(right[known].mean()), float(right[wide].mean())


def local_width(vessels: np.ndarray) -> np.ndarray:
    """The largest distance to the background near each pixel."""
    return ndimage.grey_dilation(ndimage.distance_transform_edt(vessels), size=7)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("state", type=Path)
    given = options.parse_args()
    torch.set_num_threads(1)
    network = create("vessels")
    network.load_state_dict(torch.load(given.state)["average"])
    print_figures(network, read_photographs(given.data, ["hold-out", "measure-only"]))
