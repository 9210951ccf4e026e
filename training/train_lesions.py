"""Trains the network that proposes lesions.

python3 training/train_lesions.py DATA_FOLDER OUT_FOLDER

DATA_FOLDER is what prepare-lesions.ts wrote. Writes lesions.pt, lesions.csv and the area under the
precision-recall curve of each kind, over all pixels of the photographs that were kept apart.
"""

import json
import math
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional

from light import STRONG, change_light
from network import UNet
from trainer import Trainer, infer, read_options

RGB, FIELD, LESIONS = slice(0, 3), 3, slice(4, 8)
PLANES = 8
NAMES = ["microaneurysm", "haemorrhage", "hard_exudate", "soft_exudate"]
STEPS, MOST_RATE, BATCH, PATCH = 6000, 2e-3, 4, 256
ZOOMS = (0.6, 1.6)
# So many patches are cut around a lesion of a kind that is drawn by lot; the others anywhere.
AROUND_LESIONS = 0.75
# Where a pixel is called a lesion.
THRESHOLD = 0.5


def read_photographs(folder: Path, use: str) -> list[torch.Tensor]:
    entries = json.loads((folder / "index.json").read_text())
    return [read(folder, entry) for entry in entries if entry["use"] == use]


def read(folder: Path, entry: dict) -> torch.Tensor:
    data = np.fromfile(folder / f"{entry['name']}.bin", dtype=np.uint8)
    planes = torch.from_numpy(data.reshape(PLANES, entry["height"], entry["width"])).float()
    planes[RGB] = (planes[RGB] - 128) / 25
    planes[LESIONS] /= 255
    return planes


def places_of(planes: torch.Tensor) -> list[torch.Tensor]:
    """For each kind rows and columns of its pixels, and those of the field."""
    lesions = [torch.nonzero(plane > 0.5) for plane in planes[LESIONS]]
    return [*lesions, torch.nonzero(planes[FIELD] > 0)]


def cut_patch(planes: torch.Tensor, y: int, x: int, random: np.random.Generator) -> torch.Tensor:
    """8 x PATCH x PATCH: turned, mirrored, enlarged or reduced, with the place somewhere in it."""
    zoom = math.exp(random.uniform(math.log(ZOOMS[0]), math.log(ZOOMS[1])))
    reach = PATCH / zoom / 2
    y, x = y + random.uniform(-0.8, 0.8) * reach, x + random.uniform(-0.8, 0.8) * reach
    angle, mirror = random.uniform(0, 2 * math.pi), random.choice([-1.0, 1.0])
    _, height, width = planes.shape
    cos, sin = math.cos(angle) * reach, math.sin(angle) * reach
    matrix = torch.tensor(
        [
            [2 * cos * mirror / width, -2 * sin / width, 2 * x / width - 1],
            [2 * sin * mirror / height, 2 * cos / height, 2 * y / height - 1],
        ],
        dtype=torch.float32,
    )
    grid = functional.affine_grid(matrix[None], [1, 1, PATCH, PATCH], align_corners=False)
    patch = functional.grid_sample(planes[None], grid, mode="bilinear", align_corners=False)[0]
    patch[FIELD] = (patch[FIELD] > 0.5).float()
    return patch


def losses(logits: torch.Tensor, truth: torch.Tensor, field: torch.Tensor) -> torch.Tensor:
    """Cross-entropy and, for each kind over the batch, Dice; N x 4 x H x W, field N x 1 x H x W."""
    entropy = functional.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    entropy = (entropy * field).sum() / field.sum().clamp(min=1)
    found = torch.sigmoid(logits) * field
    overlap = 2 * (found * truth).sum((0, 2, 3)) + 1
    overlap = overlap / ((found**2 + truth**2).sum((0, 2, 3)) + 1)
    return torch.stack([entropy, 0.5 * (1 - overlap.mean())])


def learn_from(photographs: list[torch.Tensor]):
    places = [places_of(planes) for planes in photographs]
    field = len(NAMES)

    def learn(network: UNet, random: np.random.Generator) -> torch.Tensor:
        patches = []
        for _ in range(BATCH):
            kind = random.integers(field) if random.random() < AROUND_LESIONS else field
            shown = [i for i, found in enumerate(places) if len(found[kind]) > 0]
            i = random.choice(shown)
            y, x = places[i][kind][random.integers(len(places[i][kind]))].tolist()
            patches.append(cut_patch(photographs[i], y, x, random))
        seen = torch.stack(patches)
        inside = seen[:, FIELD, None]
        lights = torch.stack([change_light(patch[RGB], random, STRONG) for patch in seen]) * inside
        return losses(infer(network, lights), seen[:, LESIONS], inside)

    return learn


@torch.no_grad()
def predict(network: UNet, planes: torch.Tensor) -> torch.Tensor:
    """Probabilities, 4 x H x W."""
    _, height, width = planes.shape
    padding = (0, -width % network.step, 0, -height % network.step)
    logits = network(functional.pad((planes[RGB] * planes[FIELD])[None], padding))
    return torch.sigmoid(logits[0, :, :height, :width])


def average_precision(score: np.ndarray, truth: np.ndarray) -> float:
    """The area under the precision-recall curve, scores rounded to a 4,096th."""
    bins = np.round(score * 4095).astype(np.int64)
    positive = np.bincount(bins[truth], minlength=4096)[::-1].cumsum()
    chosen = np.bincount(bins, minlength=4096)[::-1].cumsum()
    precision = positive / np.maximum(1, chosen)
    recall = positive / max(1, positive[-1])
    return float((np.diff(recall, prepend=0) * precision).sum())


def print_figures(network: UNet, photographs: list[torch.Tensor]) -> None:
    network.eval()
    found = [predict(network, planes).numpy() for planes in photographs]
    for kind, name in enumerate(NAMES):
        inside = [planes[FIELD].numpy() > 0 for planes in photographs]
        score = np.concatenate([maps[kind][mask] for maps, mask in zip(found, inside)])
        truth = np.concatenate(
            [planes[4 + kind].numpy()[mask] > 0.5 for planes, mask in zip(photographs, inside)]
        )
        chosen = score > THRESHOLD
        right = (chosen & truth).sum()
        print(
            f"{name}: area under precision-recall {average_precision(score, truth):.3f},"
            f" precision {right / max(1, chosen.sum()):.3f}, sensitivity {right / truth.sum():.3f}",
            flush=True,
        )


def main() -> None:
    given = read_options(__doc__)
    trainer = Trainer("lesions", given.out)
    network = trainer.run(learn_from(read_photographs(given.data, "train")), STEPS, MOST_RATE)
    print_figures(network, read_photographs(given.data, "hold-out"))


if __name__ == "__main__":
    main()
