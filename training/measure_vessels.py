"""Figures of the networks of vessels and kinds on whole photographs."""

from typing import Callable

import numpy as np
import torch
import torch.nn.functional as functional

from network import UNet
from vessels import ARTERIOLE, FIELD, KIND_KNOWN, RGB, VENULE, VESSEL, Photograph

# Minimum probability of a vessel pixel.
THRESHOLD = 0.4


def print_figures(
    photographs: list[Photograph], figures_of: Callable[[Photograph], tuple[float, ...]]
) -> None:
    """Of each photograph, and per set and use the means over its photographs."""
    rows = {}
    for photograph in photographs:
        figures = figures_of(photograph)
        print(photograph.name, *(f"{figure:.4f}" for figure in figures), flush=True)
        rows.setdefault((photograph.set_name, photograph.use), []).append(figures)
    for (name, use), figures in rows.items():
        print(name, use, len(figures), *(f"{mean:.4f}" for mean in np.mean(figures, axis=0)))


@torch.no_grad()
def predict(network: UNet, photograph: Photograph) -> np.ndarray:
    """Probabilities, planes x H x W."""
    network.eval()
    image = photograph.planes[RGB][None]
    _, _, height, width = image.shape
    padding = (0, -width % network.step, 0, -height % network.step)
    logits = network(functional.pad(image, padding))[0, :, :height, :width]
    return torch.sigmoid(logits).numpy()


def figures_of_vessels(found: np.ndarray, photograph: Photograph) -> tuple[float, ...]:
    """AUC, and Dice, sensitivity and specificity at the threshold."""
    planes = photograph.planes.numpy()
    inside = planes[FIELD] > 0
    truth = planes[VESSEL][inside] > 0.5
    score = found[inside]
    chosen = score > THRESHOLD
    dice = 2 * (chosen & truth).sum() / max(1, chosen.sum() + truth.sum())
    sensitivity, specificity = chosen[truth].mean(), 1 - chosen[~truth].mean()
    return area_under_curve(score, truth), dice, sensitivity, specificity


def area_under_curve(score: np.ndarray, truth: np.ndarray) -> float:
    """By ranks (Mann-Whitney), scores rounded to a 65,536th."""
    bins = np.round(score * 65535).astype(np.int64)
    positive = np.bincount(bins[truth], minlength=65536).astype(np.float64)
    negative = np.bincount(bins[~truth], minlength=65536).astype(np.float64)
    below = np.concatenate([[0], np.cumsum(negative)[:-1]])
    total = positive.sum() * negative.sum()
    return float((positive * (below + 0.5 * negative)).sum() / total) if total > 0 else float("nan")


def share_of_right_kinds(found: np.ndarray, photograph: Photograph) -> tuple[float, ...]:
    """Of the pixels that somebody called arteriole or venule; takes probabilities of arteriole."""
    planes = photograph.planes.numpy()
    arteriole, venule = planes[ARTERIOLE] > 0.5, planes[VENULE] > 0.5
    known = (planes[KIND_KNOWN] > 0) & (arteriole ^ venule)
    return (float(((found > 0.5) == arteriole)[known].mean()),)
