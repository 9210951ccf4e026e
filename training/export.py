"""Writes trained networks as ONNX into the folder that the product reads.

python3 training/export.py models/landmarks LANDMARKS.pt
python3 training/export.py models/vessels VESSELS.pt KINDS.pt
python3 training/export.py packages/retina/clicks CLICKS.pt

The states are what the trainings wrote. Writes model.onnx and a self-test (an input, the output
that belongs to it), and puts the file's SHA-256 into model.json, which is written by hand like the
card. The network of clicks belongs to the code: it has no manifest.
"""

import argparse
import hashlib
import json
import re
from pathlib import Path

import onnx
import torch
import torch.nn.functional as functional
from torch import nn

from graph import add_instead_of_joining
from network import QuickUNet, UNet, create

SEED = 20
OPSET = 13
# They stay open: a small image can test any network, and a first look is smaller.
SIDES = {2: "height", 3: "width"}


class Probabilities(nn.Module):
    def __init__(self, network: nn.Module):
        super().__init__()
        self.network = network

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.network(image))


class VesselsAndKinds(nn.Module):
    """Vessel, arteriole and venule: what is vessel, shared out by what the other network sees at half the size."""

    def __init__(self, vessels: UNet, kinds: UNet):
        super().__init__()
        self.vessels, self.kinds = vessels, kinds

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        vessel = torch.sigmoid(self.vessels(image))
        half = torch.sigmoid(self.kinds(functional.avg_pool2d(image, 2)))
        arteriole = functional.interpolate(half, scale_factor=2.0, mode="nearest")
        return torch.cat([vessel, vessel * arteriole, vessel * (1 - arteriole)], 1)


def export(folder: Path, states: list[Path]) -> None:
    if not (folder / "model.json").exists():
        model = Probabilities(without_normalisation(trained(states[0]))).eval()
        return write_onnx(model, self_test_image([1, 11, 96, 96]), folder / "network.onnx")
    manifest = json.loads((folder / "model.json").read_text())
    networks = [trained(state) for state in states]
    model = (Probabilities if len(networks) == 1 else VesselsAndKinds)(*networks).eval()
    image = self_test_image(manifest["selfTest"]["shape"])
    write_onnx(model, image, folder / manifest["file"])
    write_self_test(model, image, folder, manifest["selfTest"])
    put_digest(folder / "model.json", (folder / manifest["file"]).read_bytes())


def trained(state: Path) -> nn.Module:
    """The averaged network of a training; the file has the network's name."""
    network = create(state.stem)
    network.load_state_dict(torch.load(state, map_location="cpu")["average"])
    return network


@torch.no_grad()
def without_normalisation(network: QuickUNet) -> QuickUNet:
    """The same network, with the normalisation of each sum of levels folded into the convolutions before it."""
    for below, here, up in zip(network.below, network.here, network.up):
        normalisation, up[0] = up[0], nn.Identity()
        scale = normalisation.weight / torch.sqrt(normalisation.running_var + normalisation.eps)
        for convolution in (below, here):
            convolution.weight *= scale[:, None, None, None]
        here.bias = nn.Parameter(normalisation.bias - normalisation.running_mean * scale)
    return network


def put_digest(path: Path, content: bytes) -> None:
    digest = hashlib.sha256(content).hexdigest()
    path.write_text(re.sub(r'"sha256": ".*?"', f'"sha256": "{digest}"', path.read_text()))


def self_test_image(shape: list[int]) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(SEED))


def write_onnx(model: nn.Module, image: torch.Tensor, path: Path) -> None:
    torch.onnx.export(
        model,
        image,
        str(path),
        opset_version=OPSET,
        input_names=["image"],
        output_names=["probability"],
        dynamic_axes={"image": SIDES, "probability": SIDES},
    )
    graph = onnx.load(str(path))
    add_instead_of_joining(graph)
    onnx.save(graph, str(path))
    kinds = sorted({node.op_type for node in graph.graph.node})
    print(path, path.stat().st_size, "bytes:", *kinds)


@torch.no_grad()
def write_self_test(model: nn.Module, image: torch.Tensor, folder: Path, test: dict) -> None:
    (folder / test["in"]).write_bytes(image.numpy().astype("<f4").tobytes())
    (folder / test["out"]).write_bytes(model(image).contiguous().numpy().astype("<f4").tobytes())


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("states", type=Path, nargs="+")
    given = options.parse_args()
    export(given.folder, given.states)
