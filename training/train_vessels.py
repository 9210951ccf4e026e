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
from vessels import (
    ARTERIOLE,
    FIELD,
    KIND_KNOWN,
    RGB,
    VENULE,
    VESSEL,
    VESSEL_KNOWN,
    Photograph,
    cut_patch,
    read_photographs,
)


@dataclass
class Course:
    steps: int
    most_rate: float
    batch: int
    patch: int
    # Whether the network also learns from what its average says of photographs without labels.
    follows_itself: bool


# The second course looks farther: what kind a vessel is shows in its course and its neighbours.
COURSES = [
    Course(4000, 3e-3, 4, 256, False),
    Course(4500, 1.5e-3, 2, 448, True),
]
# Half the diameter of 1024 is the field of the smallest photographs.
LEAST_ZOOM = 0.45
# A set's share of the patches: HRF teaches vessels, AVRDB kinds, and IDRiD what is no vessel.
SHARES = {"hrf": 0.45, "avrdb": 0.4, "idrid": 0.15}
# Kinds are told by colours, and JPEG keeps those worse than brightness.
COLOURS_COARSENED = 0.35
# Below this difference of arteriole and venule the average says nothing about a kind.
LEAST_DIFFERENCE = 0.3


@dataclass
class Targets:
    """What a batch of patches should give, N x 1 or 2 x H x W, and how much each pixel counts."""

    vessel: torch.Tensor
    vessel_weight: torch.Tensor
    kinds: torch.Tensor
    kinds_weight: torch.Tensor


def targets_of(patches: torch.Tensor) -> Targets:
    field, vessel = patches[:, FIELD, None], patches[:, VESSEL, None]
    return Targets(
        vessel,
        field * patches[:, VESSEL_KNOWN, None],
        patches[:, ARTERIOLE : VENULE + 1],
        field * patches[:, KIND_KNOWN, None] * (0.2 + 3 * vessel),
    )


@torch.no_grad()
def fill_in(targets: Targets, patches: torch.Tensor, average: UNet) -> None:
    """Where nobody drew, what the averaged network sees in the unchanged light, if it is sure."""
    found = torch.sigmoid(infer(average.eval(), patches[:, RGB] * patches[:, FIELD, None]))
    vessel, kinds = found[:, :1], found[:, 1:]
    field = patches[:, FIELD, None]
    unknown = field * (1 - patches[:, VESSEL_KNOWN, None])
    sure = ((vessel < 0.1) | (vessel > 0.6)).float()
    targets.vessel_weight += 0.3 * unknown * sure
    targets.vessel = torch.where(unknown > 0, vessel, targets.vessel)
    difference = (kinds[:, :1] - kinds[:, 1:]).abs()
    trust = ((difference - LEAST_DIFFERENCE) / 0.5).clamp(0, 1) * (vessel > 0.5).float()
    undrawn = field * (1 - patches[:, KIND_KNOWN, None])
    targets.kinds = torch.where(undrawn > 0, kinds.round(), targets.kinds)
    targets.kinds_weight += undrawn * trust


def losses(logits: torch.Tensor, targets: Targets) -> torch.Tensor:
    """Cross-entropy and Dice of the vessels, and cross-entropy of the kinds, where they are known."""
    vessel, weight = targets.vessel, targets.vessel_weight
    entropy = functional.binary_cross_entropy_with_logits(logits[:, :1], vessel, reduction="none")
    entropy = (entropy * weight).sum() / weight.sum().clamp(min=1)
    found = torch.sigmoid(logits[:, :1])
    overlap = (2 * (weight * found * vessel).sum() + 1) / (
        (weight * (found**2 + vessel**2)).sum() + 1
    )
    kind = functional.binary_cross_entropy_with_logits(
        logits[:, 1:3], targets.kinds, reduction="none"
    )
    weight = targets.kinds_weight
    kind = (kind * weight).sum() / (2 * weight.sum()).clamp(min=1)
    return torch.stack([entropy, 0.3 * (1 - overlap), kind])


def learn_from(photographs: list[Photograph], course: Course, average: UNet):
    sets = [photograph.set_name for photograph in photographs]
    weights = np.array([SHARES[name] / sets.count(name) for name in sets])

    def learn(network: UNet, random: np.random.Generator) -> torch.Tensor:
        chosen = random.choice(len(photographs), course.batch, p=weights)
        patches = torch.stack(
            [cut_patch(photographs[i], course.patch, LEAST_ZOOM, random) for i in chosen]
        )
        targets = targets_of(patches)
        if course.follows_itself:
            fill_in(targets, patches, average)
        lights = torch.stack([in_other_light(patch, random) for patch in patches])
        return losses(infer(network, lights), targets)

    return learn


def in_other_light(patch: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    rgb = change_light(patch[RGB], random)
    if random.random() < COLOURS_COARSENED:
        rgb = coarsen_colours(rgb, random.uniform(0.2, 1.0))
    return rgb * patch[FIELD]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--threads", type=int, default=1)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    trained = read_photographs(given.data, ["train"])
    trainer = Trainer("vessels", given.out)
    for course in COURSES:
        network = trainer.run(learn_from(trained, course, trainer.average), course.steps, course.most_rate)
    print_figures(network, read_photographs(given.data, ["hold-out", "measure-only"]))


if __name__ == "__main__":
    main()
