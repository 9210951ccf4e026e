"""Blur, contrast, colour, noise and blocks as of JPEG: what cameras and archives do to colours."""

import math
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as functional


@dataclass
class Variation:
    """How far light may differ."""

    # How often the colours are another camera's, how much channels mix, and contrast differs by place.
    other_colours: float
    mixing: float
    contrast: float
    # Of all channels: the least and the largest logarithm. Of each: the largest.
    gain: tuple[float, float]
    gain_of_channel: float
    # The most grain, in deviations of the light, and the coarsest steps of JPEG.
    grain: float = 0.4
    coarseness: float = 0.6


STRONG = Variation(0.6, 0.15, 0.25, (-0.35, 0.35), 0.2)
# Kinds are told by small differences of colour and darkness.
MILD = Variation(0.3, 0.1, 0.1, (-0.25, 0.25), 0.15)
# The same in photographs of low contrast and with grain.
PALE = Variation(0.4, 0.1, 0.15, (-0.9, 0.4), 0.15, grain=0.6, coarseness=0.9)
# Vessels are vessels also if cataract or bright lesions leave them a third of their contrast.
WIDE = Variation(0.6, 0.2, 0.35, (-1.1, 0.4), 0.3, grain=0.8, coarseness=1.2)


def change_light(
    rgb: torch.Tensor, random: np.random.Generator, variation: Variation
) -> torch.Tensor:
    """3 x H x W in deviations, H and W multiples of 8."""
    if random.random() < 0.3:
        rgb = blur(rgb, random.uniform(0.4, 1.5))
    if random.random() < variation.other_colours:
        rgb = other_colours(rgb, random, variation)
    gain = math.exp(random.uniform(*variation.gain))
    gain = gain * np.exp(random.uniform(-variation.gain_of_channel, variation.gain_of_channel, 3))
    shift = random.uniform(-0.3, 0.3, 3)
    rgb = rgb * torch.tensor(gain).float()[:, None, None] + torch.tensor(shift).float()[:, None, None]
    if random.random() < 0.5:
        rgb = rgb + torch.randn_like(rgb) * random.uniform(0, variation.grain)
    if random.random() < 0.2:
        rgb = coarsen(rgb, random.uniform(0.1, variation.coarseness))
    if random.random() < 0.15:
        rgb = rgb[1:2].expand(3, -1, -1)
    return rgb


def other_colours(
    rgb: torch.Tensor, random: np.random.Generator, variation: Variation
) -> torch.Tensor:
    """Another camera's colours: channels that mix, a curved tone and contrast that differs by place."""
    mixed = torch.tensor(np.eye(3) + random.normal(0, variation.mixing, (3, 3))).float()
    rgb = torch.einsum("ij,jhw->ihw", mixed, rgb)
    curve = torch.tensor(random.uniform(-0.08, 0.08, 3)).float()[:, None, None]
    rgb = rgb + curve * rgb.clamp(-3, 3) ** 2
    coarse = torch.tensor(random.normal(0, variation.contrast, (1, 1, 4, 4))).float()
    contrast = functional.interpolate(coarse, rgb.shape[1:], mode="bicubic", align_corners=False)
    return rgb * contrast[0].exp()


def blur(rgb: torch.Tensor, sigma: float) -> torch.Tensor:
    radius = math.ceil(3 * sigma)
    x = torch.arange(-radius, radius + 1).float()
    line = torch.exp(-(x**2) / (2 * sigma**2))
    line = (line / line.sum()).view(1, 1, -1)
    image = rgb[:, None]
    image = functional.conv2d(image, line[..., None, :], padding=(0, radius))
    return functional.conv2d(image, line[..., None], padding=(radius, 0))[:, 0]


def coarsen(rgb: torch.Tensor, strength: float) -> torch.Tensor:
    """Rounds the cosine transform of blocks of 8 x 8, finer frequencies more, as JPEG does."""
    k = torch.arange(8).float()
    basis = torch.cos(math.pi / 8 * (k[None] + 0.5) * k[:, None]) * 0.5
    basis[0] *= math.sqrt(0.5)
    channels, height, width = rgb.shape
    blocks = rgb.reshape(channels, height // 8, 8, width // 8, 8).permute(0, 1, 3, 2, 4)
    steps = strength * (1 + k[:, None] + k[None])
    rounded = torch.round(basis @ blocks @ basis.T / steps) * steps
    return (basis.T @ rounded @ basis).permute(0, 1, 3, 2, 4).reshape(rgb.shape)


def coarsen_colours(rgb: torch.Tensor, strength: float) -> torch.Tensor:
    """As `coarsen`, of the colours alone and at half the size; H and W multiples of 16."""
    grey = rgb.mean(0, keepdim=True)
    colours = functional.avg_pool2d(rgb - grey, 2)
    size = rgb.shape[1:]
    colours = functional.interpolate(coarsen(colours, strength)[None], size, mode="bilinear")[0]
    return grey + colours
