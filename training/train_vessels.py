"""Trains the network that maps vessels, arterioles and venules.

python3 training/train_vessels.py DATA_FOLDER OUT_FOLDER

DATA_FOLDER is what prepare-vessels.ts wrote. Writes vessels.pt, vessels.csv and the figures of the
photographs that it was not trained on.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional

from light import change_light, coarsen_colours
from measure_vessels import print_figures
from network import UNet
from trainer import Trainer, infer
from vessels import ARTERIOLE, FIELD, KNOWN, RGB, VESSEL, Photograph, cut_patch, read_photographs


@dataclass
class Course:
    steps: int
    most_rate: float
    batch: int
    patch: int
    least_zoom: float


# The later courses look farther: what kind a vessel is shows in its course and its neighbours.
# No patch is wider than 352: beyond it oneDNN's AMX kernels give gradients that are not finite.
COURSES = [
    Course(5000, 3e-3, 4, 320, 0.6),
    Course(2500, 1.5e-3, 3, 352, 0.45),
    Course(5500, 1.2e-3, 3, 352, 0.45),
    Course(3000, 8e-4, 3, 352, 0.45),
]
# A photograph's share of the patches: HRF has the finest labels, the others are fewer people.
WEIGHTS = {"hrf": 1.2, "chase": 0.6, "les": 0.9}
# Kinds are told by colours, and JPEG keeps those worse than brightness.
COLOURS_COARSENED = 0.35


def losses(logits: torch.Tensor, patch: torch.Tensor, knows: torch.Tensor) -> torch.Tensor:
    """Cross-entropy and Dice of the vessels, and cross-entropy of the kind where it is known."""
    field, vessel = patch[:, FIELD : FIELD + 1], patch[:, VESSEL : VESSEL + 1]
    entropy = functional.binary_cross_entropy_with_logits(logits[:, :1], vessel, reduction="none")
    entropy = (entropy * field).sum() / field.sum().clamp(min=1)
    found = torch.sigmoid(logits[:, :1]) * field
    overlap = (2 * (found * vessel).sum() + 1) / ((found**2).sum() + (vessel**2).sum() + 1)
    weight = field * knows * patch[:, KNOWN : KNOWN + 1] * (0.2 + 3 * vessel)
    kinds = patch[:, ARTERIOLE : ARTERIOLE + 2]
    kind = functional.binary_cross_entropy_with_logits(logits[:, 1:3], kinds, reduction="none")
    kind = (kind * weight).sum() / (2 * weight.sum()).clamp(min=1)
    return torch.stack([entropy, 0.3 * (1 - overlap), kind])


def learn_from(photographs: list[Photograph], course: Course):
    weights = np.array([WEIGHTS[photograph.name.split("-")[0]] for photograph in photographs])
    weights = weights / weights.sum()

    def learn(network: UNet, random: np.random.Generator) -> torch.Tensor:
        chosen = random.choice(len(photographs), course.batch, p=weights)
        patches = torch.stack([varied_patch(photographs[i], course, random) for i in chosen])
        knows = torch.tensor([float(photographs[i].knows_arteries_and_veins) for i in chosen])
        return losses(infer(network, patches[:, RGB]), patches, knows.view(-1, 1, 1, 1))

    return learn


def varied_patch(
    photograph: Photograph, course: Course, random: np.random.Generator
) -> torch.Tensor:
    patch = cut_patch(photograph, course.patch, course.least_zoom, random)
    rgb = change_light(patch[RGB], random)
    if random.random() < COLOURS_COARSENED:
        rgb = coarsen_colours(rgb, random.uniform(0.2, 1.0))
    patch[RGB] = rgb * patch[FIELD]
    return patch


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--threads", type=int, default=1)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    photographs = read_photographs(given.data)
    trained = [each for each in photographs if each.use == "train"]
    trainer = Trainer("vessels", given.out)
    for course in COURSES:
        network = trainer.run(learn_from(trained, course), course.steps, course.most_rate)
    print_figures(network, [each for each in photographs if each.use != "train"])


if __name__ == "__main__":
    main()
