"""Trains the network that maps vessels.

python3 training/train_vessels.py DATA_FOLDER OUT_FOLDER

DATA_FOLDER is what prepare-vessels.ts wrote. Writes vessels.pt, vessels.csv and the figures of the
photographs that it was not trained on.
"""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as functional

from light import MILD, WIDE, Variation, change_light, coarsen_colours
from measure_vessels import figures_of_vessels, predict, print_figures
from network import UNet
from trainer import Trainer, infer, read_options
from vessels import FIELD, RGB, VESSEL, VESSEL_KNOWN, Photograph, cut_patch, read_photographs


@dataclass
class Course:
    steps: int
    most_rate: float
    batch: int
    patch: int
    # The least and the most: half the diameter of 1024 is the field of the smallest photographs, and
    # vessels in a field of 30° are twice as wide as in HRF's of 60°.
    zooms: tuple[float, float]
    # Whether the network also learns from what its average says of photographs without labels.
    follows_itself: bool
    light: Variation
    # A set's share of the patches: HRF teaches vessels, AVRDB how they look to another camera, and
    # IDRiD what is no vessel.
    shares: dict[str, float]
    # So many patches are drawn and show no vessel, and so much counts the dark around the field.
    drawn: float = 0.0
    surround: float = 0.0


ALL_SETS = {"hrf": 0.7, "avrdb": 0.15, "idrid": 0.15}
COURSES = [
    Course(6000, 3e-3, 4, 256, (0.45, 1.5), False, MILD, ALL_SETS),
    Course(4000, 1.5e-3, 4, 256, (0.45, 1.5), True, MILD, ALL_SETS),
    Course(3000, 1e-3, 4, 256, (0.45, 2.2), True, MILD, ALL_SETS),
    # After these the network took vessels of low contrast for none, above all in IDRiD's colours, of
    # which it had seen lesions alone, and drawn or dark areas for vessels.
    Course(3500, 2e-3, 4, 256, (0.45, 2.4), False, WIDE, {"hrf": 1.0}, drawn=0.06, surround=0.2),
    Course(
        2000,
        1e-3,
        4,
        256,
        (0.45, 2.4),
        True,
        WIDE,
        {"hrf": 0.85, "idrid": 0.15},
        drawn=0.06,
        surround=0.2,
    ),
]
COLOURS_COARSENED = 0.35
# What the average says where nobody drew counts so much.
TRUST = 0.3


@torch.no_grad()
def fill_in(
    vessel: torch.Tensor, weight: torch.Tensor, patches: torch.Tensor, average: UNet
) -> tuple[torch.Tensor, torch.Tensor]:
    """Where nobody drew, what the averaged network sees in the unchanged light, if it is sure."""
    field = patches[:, FIELD, None]
    found = torch.sigmoid(infer(average.eval(), patches[:, RGB] * field))
    unknown = field * (1 - patches[:, VESSEL_KNOWN, None])
    sure = ((found < 0.1) | (found > 0.6)).float()
    return torch.where(unknown > 0, found, vessel), weight + TRUST * unknown * sure


def losses(logits: torch.Tensor, vessel: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Cross-entropy and Dice where something is known; all are N x 1 x H x W."""
    entropy = functional.binary_cross_entropy_with_logits(logits, vessel, reduction="none")
    entropy = (entropy * weight).sum() / weight.sum().clamp(min=1)
    found = torch.sigmoid(logits)
    overlap = (2 * (weight * found * vessel).sum() + 1) / (
        (weight * (found**2 + vessel**2)).sum() + 1
    )
    return torch.stack([entropy, 0.3 * (1 - overlap)])


def learn_from(photographs: list[Photograph], course: Course, average: UNet):
    sets = [photograph.set_name for photograph in photographs]
    weights = np.array([course.shares.get(name, 0.0) / sets.count(name) for name in sets])

    def learn(network: UNet, random: np.random.Generator) -> torch.Tensor:
        chosen = random.choice(len(photographs), course.batch, p=weights)
        patches = torch.stack(
            [cut_patch(photographs[i], course.patch, course.zooms, random) for i in chosen]
        )
        vessel = patches[:, VESSEL, None]
        weight = patches[:, FIELD, None] * patches[:, VESSEL_KNOWN, None]
        if course.follows_itself:
            vessel, weight = fill_in(vessel, weight, patches, average)
        weight = weight + course.surround * (1 - patches[:, FIELD, None])
        lights = [in_other_light(patch, random, course.light) for patch in patches]
        for i in np.flatnonzero(random.random(course.batch) < course.drawn):
            lights[i] = draw_anything(course.patch, random)
            vessel[i], weight[i] = 0, 1
        return losses(infer(network, torch.stack(lights)), vessel, weight)

    return learn


def draw_anything(size: int, random: np.random.Generator) -> torch.Tensor:
    """3 x size x size in deviations: soft clouds, blots and a round edge, with grain or without."""
    rgb = torch.zeros(3, size, size)
    for cells in (2, 4, 8):
        coarse = torch.tensor(random.normal(0, random.uniform(0, 0.8), (1, 3, cells, cells))).float()
        rgb += functional.interpolate(coarse, (size, size), mode="bicubic", align_corners=False)[0]
    y, x = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    for _ in range(random.integers(0, 7)):
        away = torch.hypot(x - random.uniform(0, size), y - random.uniform(0, size))
        inside = torch.sigmoid((random.uniform(0.02, 0.4) * size - away) / random.uniform(0.5, 20))
        rgb += inside * torch.tensor(random.normal(0, 1.5, 3)).float()[:, None, None]
    if random.random() < 0.5:
        rgb += torch.randn_like(rgb) * random.uniform(0, 0.6)
    if random.random() < 0.4:
        away = torch.hypot(x - random.uniform(-size, 2 * size), y - random.uniform(0, size))
        rgb *= away < random.uniform(0.7, 1.5) * size
    return rgb


def in_other_light(
    patch: torch.Tensor, random: np.random.Generator, variation: Variation
) -> torch.Tensor:
    rgb = change_light(patch[RGB], random, variation)
    if random.random() < COLOURS_COARSENED:
        rgb = coarsen_colours(rgb, random.uniform(0.2, 1.0))
    return rgb * patch[FIELD]


def main() -> None:
    given = read_options(__doc__)
    trained = read_photographs(given.data, ["train"])
    trainer = Trainer("vessels", given.out)
    for course in COURSES:
        learn = learn_from(trained, course, trainer.average)
        network = trainer.run(learn, course.steps, course.most_rate)
    drawn = [
        each
        for each in read_photographs(given.data, ["hold-out", "measure-only"])
        if each.set_name != "avrdb"
    ]
    print("set, use, photographs, AUC, Dice, sensitivity, specificity")
    print_figures(drawn, lambda each: figures_of_vessels(predict(network, each)[0], each))


if __name__ == "__main__":
    main()
