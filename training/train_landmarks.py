"""Trains the network that finds the optic disc and the fovea.

python3 training/train_landmarks.py DATA_FOLDER OUT_FOLDER

DATA_FOLDER is what prepare-landmarks.ts wrote. Writes landmarks.pt, landmarks.csv and the figures
of the photographs that it was not trained on.
"""

import numpy as np
import torch
import torch.nn.functional as functional

from landmarks import Eye, View, read_eyes, varied_view
from measure_landmarks import print_figures
from network import UNet
from trainer import Trainer, infer, read_options

STEPS, BATCH = 6000, 4
# A set's share of the views: HRF's discs are the smallest of the field, IDRiD's images have foveae,
# and its lesions the exact outlines of discs.
SHARES = {"hrf-images": 0.3, "idrid-images": 0.35, "idrid-lesions": 0.35}


def losses(logits: torch.Tensor, views: list[View]) -> torch.Tensor:
    """Cross-entropy and Dice of the disc, and cross-entropy of the fovea's spot where it is known."""
    field = torch.stack([view.field for view in views])
    disc = torch.stack([view.disc for view in views])
    count = field.sum().clamp(min=1)
    entropy = functional.binary_cross_entropy_with_logits(logits[:, 0], disc, reduction="none")
    found = torch.sigmoid(logits[:, 0]) * field
    overlap = (2 * (found * disc).sum() + 1) / ((found**2).sum() + (disc**2).sum() + 1)
    spot = torch.stack([view.fovea for view in views])
    knows = torch.tensor([float(view.knows_fovea) for view in views])[:, None, None]
    missed = functional.binary_cross_entropy_with_logits(logits[:, 1], spot, reduction="none")
    missed = (missed * field * knows * (1 + 5 * spot)).sum() / count
    return torch.stack([3 * (entropy * field).sum() / count, 1 - overlap, 3 * missed])


def learn_from(eyes: list[Eye]):
    sets = ["-".join(eye.name.split("-")[:2]) for eye in eyes]
    weights = np.array([SHARES[name] / sets.count(name) for name in sets])

    def learn(network: UNet, random: np.random.Generator) -> torch.Tensor:
        chosen = random.choice(len(eyes), BATCH, p=weights)
        views = [varied_view(eyes[i], random) for i in chosen]
        return losses(infer(network, torch.stack([view.image for view in views])), views)

    return learn


def main() -> None:
    given = read_options(__doc__, steps=STEPS)
    eyes = read_eyes(given.data)
    trainer = Trainer("landmarks", given.out)
    network = trainer.run(
        learn_from([eye for eye in eyes if eye.use == "train"]), given.steps
    )
    print_figures(network, [eye for eye in eyes if eye.use != "train"])


if __name__ == "__main__":
    main()
