"""Figures of a trained network on whole photographs."""

import numpy as np
import torch
import torch.nn.functional as functional

from photographs import ARTERIOLE, FIELD, KNOWN, RGB, VENULE, VESSEL, Photograph


@torch.no_grad()
def predict(network: torch.nn.Module, photograph: Photograph) -> np.ndarray:
    """Probabilities of vessel, arteriole and venule, 3 x H x W."""
    network.eval()
    image = photograph.planes[RGB][None]
    _, _, height, width = image.shape
    padding = (0, -width % network.step, 0, -height % network.step)
    logits = network(functional.pad(image, padding))[0, :, :height, :width]
    return torch.sigmoid(logits).numpy()


def dice_and_auc(found: np.ndarray, photograph: Photograph, threshold=0.45) -> tuple[float, ...]:
    """Dice and area under the curve of the vessels, and the share of kinds that are right."""
    planes = photograph.planes.numpy()
    inside = planes[FIELD] > 0
    truth = planes[VESSEL][inside] > 0.5
    score = found[0][inside]
    chosen = score > threshold
    dice = 2 * (chosen & truth).sum() / max(1, chosen.sum() + truth.sum())
    return float(dice), area_under_curve(score, truth), share_of_right_kinds(found, planes)


def area_under_curve(score: np.ndarray, truth: np.ndarray) -> float:
    """By ranks (Mann-Whitney), scores rounded to a 65,536th."""
    bins = np.round(score * 65535).astype(np.int64)
    positive = np.bincount(bins[truth], minlength=65536).astype(np.float64)
    negative = np.bincount(bins[~truth], minlength=65536).astype(np.float64)
    below = np.concatenate([[0], np.cumsum(negative)[:-1]])
    total = positive.sum() * negative.sum()
    return float((positive * (below + 0.5 * negative)).sum() / total) if total > 0 else float("nan")


def share_of_right_kinds(found: np.ndarray, planes: np.ndarray) -> float:
    arteriole, venule = planes[ARTERIOLE] > 0.5, planes[VENULE] > 0.5
    known = (planes[KNOWN] > 0) & (arteriole | venule)
    if not known.any():
        return float("nan")
    return float(((found[1] > found[2]) == arteriole)[known].mean())
