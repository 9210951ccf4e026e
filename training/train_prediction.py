"""Trains the network that outlines an object from its four extreme points.

python3 training/train_prediction.py DATA_FOLDER LANDMARKS_FOLDER OUT_FOLDER [--without 0|1|2]

DATA_FOLDER is what prepare-prediction.ts wrote, LANDMARKS_FOLDER what prepare-landmarks.ts wrote:
its photographs are the ground on which objects are drawn. With --without a third of the outlined
photographs is left out, and the figures of their objects are printed.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional

from landmarks import Eye, read_eyes
from light import change_light
from network import UNet
from objects import Object, drawn_object, read_objects, see
from trainer import Trainer, infer

STEPS, BATCH = 1000, 8
DRAWN = 0.5
WEIGHTS = {
    "hard exudate": 1.0,
    "haemorrhage": 4.0,
    "microaneurysm": 1.0,
    "soft exudate": 10.0,
    "disc": 10.0,
}
FOLDS = [
    ["IDRiD_55", "LES-AV_111", "LES-AV_119", "LES-AV_12", "LES-AV_15"],
    ["IDRiD_56", "LES-AV_224", "LES-AV_240", "LES-AV_275", "LES-AV_279"],
    ["IDRiD_57", "LES-AV_304", "LES-AV_318", "LES-AV_33"],
]
GROUND = 160


def learn_from(objects: list[Object], eyes: list[Eye]):
    weights = np.array([WEIGHTS[each.structure] for each in objects])
    weights = weights / weights.sum()

    def one(random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        if random.random() < DRAWN:
            ground = ground_of(eyes[random.integers(len(eyes))], random)
            return varied(drawn_object(ground, random), random)
        return varied(objects[random.choice(len(objects), p=weights)], random)

    def learn(network: UNet, random: np.random.Generator) -> torch.Tensor:
        seen, inside = zip(*(one(random) for _ in range(BATCH)))
        return losses(infer(network, torch.stack(seen))[:, 0], torch.stack(inside))

    return learn


def ground_of(eye: Eye, random: np.random.Generator) -> torch.Tensor:
    """A part of a photograph, its colours about as far apart as in its bytes."""
    centre = eye.field.shape[-1] // 2
    y, x = centre + random.integers(-100, 100, 2) - GROUND // 2
    return eye.image[:, y : y + GROUND, x : x + GROUND] * 25 + 128


def varied(each: Object, random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Points a little off, other light, turned and mirrored."""
    side = (each.points.max(0) - each.points.min(0)).max()
    spread = random.choice([0.0, 1.0]) * random.uniform(0, min(3.0, 0.06 * side + 0.5))
    points = each.points + random.normal(0, 1, (4, 2)) * spread
    planes, inside = see(each, points, random.uniform(1.35, 1.65))
    planes[:3] = change_light(planes[:3], random)
    turn, mirror = int(random.integers(4)), random.random() < 0.5
    planes, inside = torch.rot90(planes, turn, (1, 2)), torch.rot90(inside, turn, (0, 1))
    return (planes.flip(2), inside.flip(1)) if mirror else (planes, inside)


def losses(logits: torch.Tensor, inside: torch.Tensor) -> torch.Tensor:
    entropy = functional.binary_cross_entropy_with_logits(logits, inside)
    found = torch.sigmoid(logits)
    overlap = (2 * (found * inside).sum((1, 2)) + 1) / (found.sum((1, 2)) + inside.sum((1, 2)) + 1)
    return torch.stack([entropy, 1 - overlap.mean()])


@torch.no_grad()
def print_figures(network: UNet, objects: list[Object]) -> None:
    """Dice in the window of the network and of the ellipse, with exact points, per structure."""
    rows = {}
    for each in objects:
        planes, inside = see(each, each.points)
        found = network(planes[None])[0, 0] > 0
        ellipse = planes[4] > 0.2
        rows.setdefault(each.structure, []).append([dice(found, inside), dice(ellipse, inside)])
    for structure, figures in rows.items():
        print(structure, len(figures), *(f"{mean:.3f}" for mean in np.mean(figures, axis=0)))


def dice(found: torch.Tensor, inside: torch.Tensor) -> float:
    truth = inside > 0.5
    return float(2 * (found & truth).sum() / (found.sum() + truth.sum()).clamp(min=1))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("landmarks", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--without", type=int, choices=range(len(FOLDS)))
    options.add_argument("--steps", type=int, default=STEPS)
    options.add_argument("--threads", type=int, default=1)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    left_out = [] if given.without is None else FOLDS[given.without]
    objects = read_objects(given.data)
    eyes = [eye for eye in read_eyes(given.landmarks) if eye.use == "train"]
    trainer = Trainer("prediction", given.out)
    train = [each for each in objects if each.photograph not in left_out]
    network = trainer.run(learn_from(train, eyes), given.steps)
    print_figures(network, [each for each in objects if each.photograph in left_out])


if __name__ == "__main__":
    main()
