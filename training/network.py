"""The U-Net of all networks here: small enough for two cores, deep enough to see a vessel's course."""

import torch
import torch.nn.functional as functional
from torch import nn

# Planes in, planes out, and the channels of each level from the finest to the coarsest.
SHAPES = {
    "vessels": {"channels_in": 3, "channels_out": 1, "widths": (16, 32, 48, 64, 64, 64)},
    "kinds": {"channels_in": 3, "channels_out": 1, "widths": (16, 32, 48, 64, 64, 64)},
    "lesions": {"channels_in": 3, "channels_out": 4, "widths": (16, 32, 48, 64, 64, 64)},
    "clicks": {"channels_in": 10, "channels_out": 1, "widths": (16, 32, 48, 64, 96)},
    "landmarks": {"channels_in": 3, "channels_out": 2, "widths": (8, 16, 24, 40, 48, 48)},
}


def block(channels_in: int, channels_out: int) -> nn.Sequential:
    layers = []
    for channels in (channels_in, channels_out):
        layers += [
            nn.Conv2d(channels, channels_out, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels_out),
            nn.ReLU(inplace=True),
        ]
    return nn.Sequential(*layers)


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
        levels = []
        for down in self.down:
            if levels:
                x = functional.max_pool2d(x, 2)
            x = down(x)
            levels.append(x)
        levels.pop()
        for up in self.up:
            x = functional.interpolate(x, scale_factor=2.0, mode="nearest")
            x = up(torch.cat([x, levels.pop()], 1))
        return self.out(x)


def create(name: str) -> UNet:
    """The untrained network of that name."""
    return UNet(**SHAPES[name]).to(memory_format=torch.channels_last)
