"""The course of a training: rate, averaged weights, log, and going on after an interruption."""

import argparse
import csv
import math
from functools import cache
from pathlib import Path
from typing import Callable

import numpy as np
import torch
from torch import nn

from network import UNet, create

SEED = 20
MOST_RATE, LEAST_SHARE = 3e-3, 3e-4
# How fast the averaged weights, which are the ones kept, follow the trained ones.
AVERAGE = 0.998
NOTED_EVERY, SAVED_EVERY = 100, 200

# Gives the parts of the loss of one step, whose sum is made less.
Learn = Callable[[UNet, np.random.Generator], torch.Tensor]


def read_options(description: str | None, **numbers: int) -> argparse.Namespace:
    """The command line: folders of data and results, and numbers by name. Also sets torch's threads."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("data", type=Path)
    options.add_argument("out", type=Path)
    for name, default in {"threads": 1, **numbers}.items():
        options.add_argument(f"--{name}", type=int, default=default)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    return given


class Team:
    """Processes that train one network of a name together: each step follows the mean of their gradients."""

    def __init__(self, name: str, processes: int):
        size = sum(each.numel() for each in create(name).parameters())
        self.gradients = torch.zeros(processes, size).share_memory_()
        self.barrier = torch.multiprocessing.get_context("spawn").Barrier(processes)

    def member(self, rank: int) -> "Member":
        return Member(rank, self.gradients, self.barrier)


class Member:
    """One process of a team."""

    def __init__(self, rank: int, gradients: torch.Tensor, barrier):
        self.rank, self.gradients, self.barrier = rank, gradients, barrier

    def share(self, network: nn.Module) -> None:
        """Replaces the network's gradients by the means of the team."""
        own = [each.grad for each in network.parameters()]
        self.gradients[self.rank] = torch.cat([each.flatten() for each in own])
        self.barrier.wait()
        mean = self.gradients.mean(0)
        self.barrier.wait()
        for gradient, part in zip(own, mean.split([each.numel() for each in own])):
            gradient.copy_(part.view_as(gradient))


class Trainer:
    """
    Trains the network of a name, course after course, alone or as a member of a team; NAME.pt and NAME.csv
    are written to a folder.
    """

    def __init__(self, name: str, out: Path, member: Member | None = None):
        self.name, self.out, self.member, self.step, self.end = name, out, member, 0, 0
        self.is_writer = member is None or member.rank == 0
        self.random = np.random.default_rng(SEED)
        torch.manual_seed(SEED)
        out.mkdir(parents=True, exist_ok=True)
        self.network, self.average = create(name), create(name)
        self.average.load_state_dict(self.network.state_dict())
        self.optimiser = torch.optim.AdamW(self.network.parameters(), weight_decay=1e-4)
        if self.path.exists():
            self.resume()
        if not self.is_writer:
            self.random = np.random.default_rng([SEED, member.rank, self.step])

    @property
    def path(self) -> Path:
        return self.out / f"{self.name}.pt"

    def run(self, learn: Learn, steps: int, most_rate: float = MOST_RATE) -> UNet:
        """One course of so many steps, with a rate that rises and falls. The averaged network after it."""
        start, self.end = self.end, self.end + steps
        recent = []
        while self.step < self.end:
            self.set_rate(most_rate * rate_at((self.step - start) / steps))
            recent.append(self.one_step(learn))
            if self.step % NOTED_EVERY == 0:
                self.note(torch.stack(recent).mean(0).tolist())
                recent = []
            if self.step % SAVED_EVERY == 0:
                self.save()
        self.save()
        return self.average.eval()

    def set_rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    def one_step(self, learn: Learn) -> torch.Tensor:
        parts = learn(self.network, self.random)
        self.optimiser.zero_grad()
        parts.sum().backward()
        if self.member is not None:
            self.member.share(self.network)
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 2.0, error_if_nonfinite=True)
        self.optimiser.step()
        self.step += 1
        self.follow()
        return parts.detach()

    @torch.no_grad()
    def follow(self) -> None:
        rate = min(AVERAGE, self.step / (self.step + 20))
        pairs = zip(self.average.state_dict().values(), self.network.state_dict().values())
        for kept, trained in pairs:
            if kept.dtype.is_floating_point:
                kept.mul_(rate).add_(trained, alpha=1 - rate)
            else:
                kept.copy_(trained)

    def note(self, figures: list[float]) -> None:
        if not self.is_writer:
            return
        row = [self.step, *(f"{figure:.4f}" for figure in figures)]
        print(*row, flush=True)
        with (self.out / f"{self.name}.csv").open("a") as file:
            csv.writer(file).writerow(row)

    def save(self) -> None:
        if not self.is_writer:
            return
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "random": self.random.bit_generator.state,
            "torch random": torch.get_rng_state(),
            "step": self.step,
        }
        part = self.path.with_suffix(".part")
        torch.save(state, part)
        part.replace(self.path)

    def resume(self) -> None:
        state = torch.load(self.path)
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.random.bit_generator.state = state["random"]
        torch.set_rng_state(state["torch random"])
        self.step = state["step"]


def rate_at(share: float) -> float:
    """The share of the most rate: rises for a twentieth of a course, then falls along a cosine."""
    if share < 0.05:
        return share / 0.05
    return LEAST_SHARE + 0.5 * (1 + math.cos(math.pi * (share - 0.05) / 0.95))


@cache
def has_bfloat16() -> bool:
    """Whether the processor computes in bfloat16. PyTorch takes thirty times as long to imitate it."""
    about = Path("/proc/cpuinfo")
    return about.exists() and "bf16" in about.read_text()


def infer(network: UNet, image: torch.Tensor) -> torch.Tensor:
    """Logits in single precision, computed in half of it if the processor can."""
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16()):
        logits = network(image.contiguous(memory_format=torch.channels_last))
    return logits.float()
