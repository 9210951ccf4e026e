"""The U-Net of all networks here: small enough for two cores, deep enough to see a vessel's course."""

import torch
import torch.nn.functional as functional
from torch import nn

# Planes in, planes out, and the channels of each level from the finest to the coarsest.
SHAPES = {
    "vessels": {"channels_in": 3, "channels_out": 1, "widths": (16, 32, 48, 64, 64, 64)},
    "kinds": {"channels_in": 3, "channels_out": 1, "widths": (16, 32, 48, 64, 64, 64)},
    "lesions": {"channels_in": 3, "channels_out": 4, "widths": (16, 32, 48, 64, 64, 64)},
    "clicks": {"channels_in": 11, "channels_out": 1, "widths": (16, 32, 48, 96, 160)},
    "landmarks": {"channels_in": 3, "channels_out": 2, "widths": (8, 16, 24, 40, 48, 48)},
}


def convolution(channels_in: int, channels_out: int) -> nn.Conv2d:
    return nn.Conv2d(channels_in, channels_out, 3, padding=1, bias=False)


def normalised(channels: int) -> list[nn.Module]:
    return [nn.BatchNorm2d(channels), nn.ReLU(inplace=True)]


def block(channels_in: int, channels_out: int) -> nn.Sequential:
    layers = []
    for channels in (channels_in, channels_out):
        layers += [convolution(channels, channels_out), *normalised(channels_out)]
    return nn.Sequential(*layers)


def descend(down: nn.ModuleList, x: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """The coarsest level, and the finer ones from the finest."""
    levels = []
    for level in down:
        if levels:
            x = functional.max_pool2d(x, 2)
        x = level(x)
        levels.append(x)
    return levels.pop(), levels


class UNet(nn.Module):
    """Takes and gives N x C x H x W; H and W are multiples of `step`. Gives logits."""

    def __init__(self, channels_in: int, channels_out: int, widths: tuple[int, ...]):
        super().__init__()
        self.step = 2 ** (len(widths) - 1)
        ins = (channels_in, *widths[:-1])
        self.down = nn.ModuleList(block(i, o) for i, o in zip(ins, widths))
        self.up = nn.ModuleList(
            block(here + below, here) for here, below in zip(widths[-2::-1], widths[:0:-1])
        )
        self.out = nn.Conv2d(widths[0], channels_out, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x, levels = descend(self.down, x)
        for up in self.up:
            x = functional.interpolate(x, scale_factor=2.0, mode="nearest")
            x = up(torch.cat([x, levels.pop()], 1))
        return self.out(x)


class QuickUNet(nn.Module):
    """
    A U-Net for browsers, with a fifth of the work in joining levels: it convolves the coarser level before
    enlarging it, and the finer one pixel by pixel.
    """

    def __init__(self, channels_in: int, channels_out: int, widths: tuple[int, ...]):
        super().__init__()
        self.step = 2 ** (len(widths) - 1)
        self.down = nn.ModuleList(block(i, o) for i, o in zip((channels_in, *widths[:-1]), widths))
        pairs = list(zip(widths[-2::-1], widths[:0:-1]))
        self.below = nn.ModuleList(convolution(below, here) for here, below in pairs)
        self.here = nn.ModuleList(nn.Conv2d(here, here, 1, bias=False) for here, _ in pairs)
        self.up = nn.ModuleList(
            nn.Sequential(*normalised(here), convolution(here, here), *normalised(here))
            for here, _ in pairs
        )
        self.out = nn.Conv2d(widths[0], channels_out, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x, levels = descend(self.down, x)
        for below, here, up in zip(self.below, self.here, self.up):
            coarse = functional.interpolate(below(x), scale_factor=2.0, mode="nearest")
            x = up(coarse + here(levels.pop()))
        return self.out(x)


def create(name: str) -> nn.Module:
    """The untrained network of that name."""
    kind = QuickUNet if name == "clicks" else UNet
    return kind(**SHAPES[name]).to(memory_format=torch.channels_last)
