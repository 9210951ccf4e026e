"""Rewrites the graph of a network into one that says the same with less memory."""

import numpy as np
import onnx
from onnx import helper, numpy_helper


def add_instead_of_joining(model: onnx.ModelProto) -> None:
    """In place: each convolution of two joined tensors becomes the sum of a convolution of each.

    A convolution is linear, so both say the same; joining would copy all planes of a level.
    """
    graph = model.graph
    makers = {name: node for node in graph.node for name in node.output}
    weights = {tensor.name: tensor for tensor in graph.initializer}
    channels = {tensor.name: tensor.dims[0] for tensor in graph.initializer}
    nodes, replaced = [], set()
    for node in graph.node:
        joined = makers.get(node.input[0]) if node.op_type == "Conv" else None
        if joined is None or joined.op_type != "Concat":
            nodes.append(node)
            continue
        weight = weights[node.input[1]]
        parts = split(weight, planes_of(joined.input[0], makers, channels))
        graph.initializer.remove(weight)
        graph.initializer.extend(parts)
        nodes += sum_of(node, joined, [part.name for part in parts])
        replaced.add(joined.name)
    nodes = [node for node in nodes if node.name not in replaced]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)


def planes_of(name: str, makers: dict, channels: dict[str, int]) -> int:
    """How many planes a tensor has: as many as the convolution behind it gives."""
    node = makers[name]
    if node.op_type == "Conv":
        return channels[node.input[1]]
    return planes_of(node.input[0], makers, channels)


def split(weight: onnx.TensorProto, first: int) -> list[onnx.TensorProto]:
    values = numpy_helper.to_array(weight)
    parts = {"below": values[:, :first], "here": values[:, first:]}
    return [
        numpy_helper.from_array(np.ascontiguousarray(part), f"{weight.name}.{name}")
        for name, part in parts.items()
    ]


def sum_of(
    node: onnx.NodeProto, joined: onnx.NodeProto, weights: list[str]
) -> list[onnx.NodeProto]:
    settings = {each.name: helper.get_attribute_value(each) for each in node.attribute}
    names = [f"{node.name}/below", f"{node.name}/here"]
    # The bias goes with one of them.
    biases = [[], node.input[2:]]
    convolutions = [
        helper.make_node("Conv", [source, weight, *bias], [name], name=name, **settings)
        for source, weight, bias, name in zip(joined.input, weights, biases, names)
    ]
    return [*convolutions, helper.make_node("Add", names, node.output, name=f"{node.name}/sum")]
