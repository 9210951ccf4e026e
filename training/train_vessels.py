"""Trains the network that maps vessels, arterioles and venules.

python3 training/train_vessels.py DATA_FOLDER OUT_FOLDER --minutes 60

DATA_FOLDER is what prepare.ts wrote. Writes vessels.pt and log.csv; goes on from vessels.pt's
training state where an earlier run of the same length was interrupted.
"""

import argparse
import csv
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional

from measure import dice_and_auc, predict
from network import create
from photographs import ARTERIOLE, FIELD, KNOWN, RGB, VESSEL, change_light, cut_patch, read_photographs

SEED = 20
PATCH = 320
BATCH = 4
MOST_RATE, LEAST_RATE = 3e-3, 1e-6
# A photograph's share of the patches: HRF has the finest labels, the others are fewer people.
WEIGHTS = {"hrf": 1.2, "chase": 0.6, "les": 0.9}
# How fast the averaged weights, which are the ones kept, follow the trained ones.
AVERAGE = 0.998


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


def rate_at(share: float) -> float:
    if share < 0.05:
        return MOST_RATE * share / 0.05
    return LEAST_RATE + MOST_RATE * 0.5 * (1 + math.cos(math.pi * (share - 0.05) / 0.95))


class Training:
    def __init__(self, photographs, seconds: float, out: Path):
        self.train = [p for p in photographs if p.use == "train"]
        self.held_out = [p for p in photographs if p.use == "hold-out"]
        weights = np.array([WEIGHTS[p.name.split("-")[0]] for p in self.train])
        self.weights = weights / weights.sum()
        self.seconds, self.spent, self.step, self.out = seconds, 0.0, 0, out
        self.random = np.random.default_rng(SEED)
        torch.manual_seed(SEED)
        self.network = create("vessels")
        self.average = create("vessels")
        self.average.load_state_dict(self.network.state_dict())
        self.optimiser = torch.optim.AdamW(self.network.parameters(), weight_decay=1e-4)
        self.resume()

    def batch(self):
        chosen = self.random.choice(len(self.train), BATCH, p=self.weights)
        patches = [
            change_light(cut_patch(self.train[i], PATCH, self.random), self.random) for i in chosen
        ]
        knows = torch.tensor([float(self.train[i].knows_arteries_and_veins) for i in chosen])
        return torch.stack(patches), knows.view(-1, 1, 1, 1)

    def one_step(self) -> torch.Tensor:
        for group in self.optimiser.param_groups:
            group["lr"] = rate_at(min(1, self.spent / self.seconds))
        patch, knows = self.batch()
        image = patch[:, RGB].contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = self.network(image)
        parts = losses(logits.float(), patch, knows)
        self.optimiser.zero_grad()
        parts.sum().backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        self.optimiser.step()
        self.step += 1
        self.follow()
        return parts.detach()

    def follow(self) -> None:
        rate = min(AVERAGE, self.step / (self.step + 20))
        with torch.no_grad():
            pairs = zip(self.average.state_dict().values(), self.network.state_dict().values())
            for kept, trained in pairs:
                if kept.dtype.is_floating_point:
                    kept.mul_(rate).add_(trained, alpha=1 - rate)
                else:
                    kept.copy_(trained)

    def run(self) -> None:
        recent = []
        while self.spent < self.seconds:
            begun = time.process_time()
            recent.append(self.one_step())
            self.spent += time.process_time() - begun
            if self.step % 200 == 0:
                self.note(torch.stack(recent).mean(0).tolist())
                recent = []
            if self.step % 1000 == 0:
                self.save()
        self.save()
        self.note(self.measured())

    def measured(self) -> list[float]:
        rows = [dice_and_auc(predict(self.average, p), p) for p in self.held_out]
        return np.nanmean(rows, axis=0).tolist()

    def note(self, figures: list[float]) -> None:
        row = [self.step, round(self.spent), *(f"{f:.4f}" for f in figures)]
        print(*row, flush=True)
        with (self.out / "log.csv").open("a") as file:
            csv.writer(file).writerow(row)

    def save(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "random": self.random.bit_generator.state,
            "spent": self.spent,
            "step": self.step,
        }
        torch.save(state, self.out / "vessels.pt.part")
        (self.out / "vessels.pt.part").replace(self.out / "vessels.pt")

    def resume(self) -> None:
        path = self.out / "vessels.pt"
        if not path.exists():
            return
        state = torch.load(path)
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.random.bit_generator.state = state["random"]
        self.spent, self.step = state["spent"], state["step"]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--minutes", type=float, default=60, help="of processor time")
    options.add_argument("--threads", type=int, default=1)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    given.out.mkdir(parents=True, exist_ok=True)
    Training(read_photographs(given.data), given.minutes * 60, given.out).run()


if __name__ == "__main__":
    main()
