"""Trains the network that tells arterioles from venules.

python3 training/train_kinds.py DATA_FOLDER OUT_FOLDER

DATA_FOLDER is what prepare-vessels.ts wrote. The network sees photographs at half the size of the
vessels' network: what kind a vessel is shows in its course and its neighbours. Writes kinds.pt,
kinds.csv and the figures of the photographs that it was not trained on.
"""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as functional

from light import MILD, PALE, Variation
from measure_vessels import predict, print_figures, share_of_right_kinds
from network import UNet
from train_vessels import in_other_light
from trainer import Trainer, infer, read_options
from vessels import (
    ARTERIOLE,
    FIELD,
    KIND_KNOWN,
    RGB,
    VENULE,
    VESSEL,
    Photograph,
    cut_patch,
    halved,
    read_photographs,
)


@dataclass
class Course:
    steps: int
    most_rate: float
    zooms: tuple[float, float]
    # Whether the network also learns from what its average says of vessels whose kind nobody told.
    follows_itself: bool
    light: Variation


COURSES = [
    Course(9000, 3e-3, (0.7, 1.5), False, MILD),
    Course(2500, 1e-3, (0.5, 1.8), True, MILD),
    Course(3000, 1.2e-3, (0.5, 2.0), True, PALE),
]
# A set's share of the patches: of HRF the wide vessels are told, of AVRDB all that are drawn.
SHARES = {"hrf": 0.5, "avrdb": 0.5}
BATCH, PATCH = 4, 288
# Below this probability of the likelier kind the average says nothing.
LEAST_CERTAINTY = 0.7
# What the average says counts so much.
TRUST = 0.3


@torch.no_grad()
def by_average(patches: torch.Tensor, average: UNet) -> tuple[torch.Tensor, torch.Tensor]:
    """The kinds that the averaged network sees in the unchanged light, and where it is sure of them."""
    found = torch.sigmoid(infer(average.eval(), patches[:, RGB] * patches[:, FIELD, None]))
    sure = (torch.maximum(found, 1 - found) > LEAST_CERTAINTY).float()
    return found.round(), TRUST * sure * (patches[:, VESSEL, None] > 0.5).float()


def learn_from(photographs: list[Photograph], course: Course, average: UNet):
    sets = [photograph.set_name for photograph in photographs]
    weights = np.array([SHARES[name] / sets.count(name) for name in sets])

    def learn(network: UNet, random: np.random.Generator) -> torch.Tensor:
        chosen = random.choice(len(photographs), BATCH, p=weights)
        patches = torch.stack(
            [cut_patch(photographs[i], PATCH, course.zooms, random) for i in chosen]
        )
        arteriole, venule = patches[:, ARTERIOLE, None], patches[:, VENULE, None]
        drawn = (arteriole + venule > 0.5).float() * patches[:, KIND_KNOWN, None]
        kind = (arteriole > venule).float()
        if course.follows_itself:
            seen, sure = by_average(patches, average)
            kind, drawn = torch.where(drawn > 0, kind, seen), torch.where(drawn > 0, drawn, sure)
        lights = torch.stack([in_other_light(patch, random, course.light) for patch in patches])
        logits = infer(network, lights)
        entropy = functional.binary_cross_entropy_with_logits(logits, kind, reduction="none")
        return torch.stack([(entropy * drawn).sum() / drawn.sum().clamp(min=1)])

    return learn


def main() -> None:
    given = read_options(__doc__)
    trained = [
        halved(each)
        for each in read_photographs(given.data, ["train"])
        if each.set_name in SHARES
    ]
    trainer = Trainer("kinds", given.out)
    for course in COURSES:
        learn = learn_from(trained, course, trainer.average)
        network = trainer.run(learn, course.steps, course.most_rate)
    told = [
        halved(each)
        for each in read_photographs(given.data, ["hold-out", "measure-only"])
        if each.planes[[ARTERIOLE, VENULE]].amax() > 0
    ]
    print("set, use, photographs, share of pixels whose kind is right")
    print_figures(told, lambda each: share_of_right_kinds(predict(network, each)[0], each))


if __name__ == "__main__":
    main()
