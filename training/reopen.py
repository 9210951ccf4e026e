"""Makes the training of the vessels go on from a network that export.py wrote.

python3 training/reopen.py DATA_FOLDER models/vessels OUT_FOLDER STEP

Writes OUT_FOLDER/vessels.pt as if it had been trained for so many steps. The exported network holds
no batch statistics: they are taken anew from patches of DATA_FOLDER, which prepare-vessels.ts wrote.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from network import UNet
from trainer import SEED, Trainer
from train_vessels import COURSES, LEAST_ZOOM, in_other_light
from vessels import cut_patch, read_photographs

PATCHES = 16


def reopen(data: Path, folder: Path, out: Path, step: int) -> None:
    trainer = Trainer(folder.name, out)
    network = trainer.network.eval()
    biases = take_weights(network, onnx.load(str(folder / "model.onnx")))
    standardise(network, biases, patches_of(data))
    trainer.average.load_state_dict(network.state_dict())
    trainer.step = step
    trainer.save()


def take_weights(network: UNet, model: onnx.ModelProto) -> dict[str, torch.Tensor]:
    """Puts the convolutions' weights in place. The biases, by the names of the convolutions."""
    tensors = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    parts, biases = {}, {}
    for node in model.graph.node:
        if node.op_type != "Conv":
            continue
        # /network/up.0/up.0.3/Conv, and behind it the part of two that were joined.
        name = node.name.split("/")[-2 if node.name.endswith("Conv") else -3]
        parts.setdefault(name, []).append(torch.tensor(tensors[node.input[1]]))
        if len(node.input) > 2:
            biases[name] = torch.tensor(tensors[node.input[2]])
    modules = dict(network.named_modules())
    for name, weights in parts.items():
        modules[name].weight.data.copy_(torch.cat(weights, 1))
    network.out.bias.data.copy_(biases.pop("out"))
    return biases


@torch.no_grad()
def standardise(network: UNet, biases: dict[str, torch.Tensor], patches: torch.Tensor) -> None:
    """Gives each normalisation the statistics of what it sees, and weights that change nothing."""
    modules = dict(network.named_modules())

    def measure(bias: torch.Tensor):
        def before(norm: nn.BatchNorm2d, given: tuple[torch.Tensor]) -> None:
            planes = given[0].float()
            norm.running_mean.copy_(planes.mean((0, 2, 3)))
            norm.running_var.copy_(planes.var((0, 2, 3)))
            norm.weight.copy_((norm.running_var + norm.eps).sqrt())
            norm.bias.copy_(bias + norm.running_mean)

        return before

    hooks = []
    for name, bias in biases.items():
        block, place = name.rsplit(".", 1)
        norm = modules[f"{block}.{int(place) + 1}"]
        hooks.append(norm.register_forward_pre_hook(measure(bias)))
    network(patches)
    for hook in hooks:
        hook.remove()


def patches_of(data: Path) -> torch.Tensor:
    photographs = read_photographs(data, ["train"])
    random = np.random.default_rng(SEED)
    chosen = [photographs[i] for i in random.choice(len(photographs), PATCHES)]
    patches = [cut_patch(each, COURSES[-1].patch, LEAST_ZOOM, random) for each in chosen]
    return torch.stack([in_other_light(patch, random) for patch in patches])


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("folder", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("step", type=int)
    given = options.parse_args()
    reopen(given.data, given.folder, given.out, given.step)
