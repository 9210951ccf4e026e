"""Writes a trained network as ONNX into the folder that the product reads.

python3 training/export.py STATE.pt models/NAME

STATE.pt is what train_NAME.py wrote. Writes model.onnx and a self-test (an input, the output that
belongs to it), and puts the file's SHA-256 into model.json, which is written by hand like the card.
"""

import argparse
import hashlib
import json
import re
from pathlib import Path

import onnx
import torch
from torch import nn

from graph import add_instead_of_joining
from network import create

SEED = 20
OPSET = 13


class Probabilities(nn.Module):
    def __init__(self, network: nn.Module):
        super().__init__()
        self.network = network

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.network(image))


def export(state: Path, folder: Path) -> None:
    manifest = json.loads((folder / "model.json").read_text())
    network = create(folder.name)
    network.load_state_dict(torch.load(state, map_location="cpu")["average"])
    model = Probabilities(network).eval()
    image = self_test_image(manifest["selfTest"]["shape"])
    write_onnx(model, image, folder / manifest["file"])
    write_self_test(model, image, folder, manifest["selfTest"])
    put_digest(folder / "model.json", (folder / manifest["file"]).read_bytes())


def put_digest(path: Path, content: bytes) -> None:
    digest = hashlib.sha256(content).hexdigest()
    path.write_text(re.sub(r'"sha256": ".*?"', f'"sha256": "{digest}"', path.read_text()))


def self_test_image(shape: list[int]) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(SEED))


def write_onnx(model: nn.Module, image: torch.Tensor, path: Path) -> None:
    """Height and width stay open, so that a small image can test any network."""
    sides = {2: "height", 3: "width"}
    torch.onnx.export(
        model,
        image,
        str(path),
        opset_version=OPSET,
        input_names=["image"],
        output_names=["probability"],
        dynamic_axes={"image": sides, "probability": sides},
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
    options.add_argument("state", type=Path)
    options.add_argument("folder", type=Path)
    given = options.parse_args()
    export(given.state, given.folder)
