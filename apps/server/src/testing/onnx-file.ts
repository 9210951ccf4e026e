/**
 * Writes ONNX files (protobuf messages, onnx.proto) of one layer for tests: the sigmoid of a weighted
 * sum of the channels, for each plane of the output.
 */
export interface TinyNetwork {
  readonly input?: string
  readonly output?: string
  /** Weights of each output plane, one for each channel. */
  readonly weights: readonly (readonly number[])[]
  readonly bias: readonly number[]
  /** The domain of a set of operators beside the standard ones. */
  readonly domain?: string
  /** Declares that the weights are stored in another file. */
  readonly external?: true
}

const float = 1
const external = 1

export function writeOnnx(network: TinyNetwork): Buffer {
  const { input = 'image', output = 'probability', weights, bias } = network
  const channels = weights[0]?.length ?? 0
  const kernel = tensor('weights', [weights.length, channels, 1, 1], weights.flat(), network)
  const graph = Buffer.concat([
    bytesField(1, node('Conv', [input, 'weights', 'bias'], 'sum')),
    bytesField(1, node('Sigmoid', ['sum'], output)),
    textField(2, 'tiny'),
    bytesField(5, kernel),
    bytesField(5, tensor('bias', [bias.length], bias, {})),
    bytesField(11, valueInfo(input, [1, channels, 'height', 'width'])),
    bytesField(12, valueInfo(output, [1, weights.length, 'height', 'width'])),
  ])
  const opset = (domain: string, version: number): Buffer =>
    bytesField(8, Buffer.concat([textField(1, domain), numberField(2, version)]))
  return Buffer.concat([
    numberField(1, 8),
    bytesField(7, graph),
    opset('', 13),
    ...(network.domain === undefined ? [] : [opset(network.domain, 1)]),
  ])
}

function node(operator: string, inputs: readonly string[], output: string): Buffer {
  const named = inputs.map((name) => textField(1, name))
  return Buffer.concat([...named, textField(2, output), textField(4, operator)])
}

function tensor(
  name: string,
  dims: readonly number[],
  values: readonly number[],
  { external: isExternal }: { external?: true },
): Buffer {
  const place = Buffer.concat([textField(1, 'location'), textField(2, '../../secret')])
  const content = isExternal
    ? [bytesField(13, place), numberField(14, external)]
    : [bytesField(9, Buffer.from(new Float32Array(values).buffer))]
  return Buffer.concat([
    ...dims.map((extent) => numberField(1, extent)),
    numberField(2, float),
    textField(8, name),
    ...content,
  ])
}

function valueInfo(name: string, dims: readonly (number | string)[]): Buffer {
  const shape = dims.map((extent) =>
    bytesField(1, typeof extent === 'number' ? numberField(1, extent) : textField(2, extent)),
  )
  const type = Buffer.concat([numberField(1, float), bytesField(2, Buffer.concat(shape))])
  return Buffer.concat([textField(1, name), bytesField(2, bytesField(1, type))])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

function numberField(field: number, value: number): Buffer {
  return Buffer.concat([varint(8 * field), varint(value)])
}

function bytesField(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint(8 * field + 2), varint(value.length), value])
}

function textField(field: number, value: string): Buffer {
  return bytesField(field, Buffer.from(value))
}
