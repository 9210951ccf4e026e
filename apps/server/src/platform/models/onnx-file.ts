/**
 * Inspects an ONNX file (a protobuf message, onnx.proto of the ONNX project) for features that make
 * the runtime read files beside it or run custom operators.
 */
export interface OnnxFacts {
  /** Whether weights are stored in other files. */
  readonly hasExternalData: boolean
  /** Sets of operators beside the standard ones. */
  readonly foreignDomains: readonly string[]
}

class Damaged extends Error {}

type Kind = 'model' | 'graph' | 'node' | 'attribute' | 'tensor' | 'sparse' | 'function' | 'opset'

/** The fields of each message that contain nested messages, by number. */
const fields: Readonly<Record<Kind, Readonly<Record<number, Kind>>>> = {
  model: { 7: 'graph', 8: 'opset', 25: 'function' },
  graph: { 1: 'node', 5: 'tensor', 15: 'sparse' },
  function: { 7: 'node', 9: 'opset', 11: 'attribute' },
  node: { 5: 'attribute' },
  attribute: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparse', 23: 'sparse' },
  sparse: { 1: 'tensor', 2: 'tensor' },
  tensor: {},
  opset: {},
}
const tensorFields = { externalData: 13, dataLocation: 14 } as const
const opsetDomain = 1
const standardDomains = new Set(['', 'ai.onnx', 'ai.onnx.ml'])
const deepest = 64

/** Undefined if the bytes are not an ONNX model, or a damaged one. */
export function readOnnx(bytes: Uint8Array): OnnxFacts | undefined {
  try {
    return readModel(bytes)
  } catch (error) {
    if (error instanceof Damaged) return undefined
    throw error
  }
}

function readModel(bytes: Uint8Array): OnnxFacts | undefined {
  const domains = new Set<string>()
  let hasExternalData = false
  let hasGraph = false

  function walk(kind: Kind, part: Uint8Array, depth: number): void {
    if (depth > deepest) throw new Damaged()
    let domain = ''
    for (const { field, value } of fieldsOf(part)) {
      const next = fields[kind][field]
      if (next === 'graph' && kind === 'model') hasGraph = true
      if (next !== undefined && value instanceof Uint8Array) walk(next, value, depth + 1)
      if (kind === 'opset' && field === opsetDomain && value instanceof Uint8Array) {
        domain = new TextDecoder().decode(value)
      }
      if (kind === 'tensor' && isElsewhere(field, value)) hasExternalData = true
    }
    if (kind === 'opset' && !standardDomains.has(domain)) domains.add(domain)
  }

  walk('model', bytes, 0)
  return hasGraph ? { hasExternalData, foreignDomains: [...domains] } : undefined
}

function isElsewhere(field: number, value: number | Uint8Array): boolean {
  if (field === tensorFields.externalData) return true
  return field === tensorFields.dataLocation && value !== 0
}

interface Field {
  readonly field: number
  /** A varint number; 0 for the other number types, which are not needed. */
  readonly value: number | Uint8Array
}

/** The fields of a protobuf message (protobuf.dev, Encoding). */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0
  function varint(): number {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 2 ** 63) throw new Damaged()
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  function skip(count: number): void {
    at += count
    if (at > bytes.length) throw new Damaged()
  }
  while (at < bytes.length) {
    const key = varint()
    const field = Math.floor(key / 8)
    const wire = key % 8
    let value: Field['value'] = 0
    if (wire === 0) value = varint()
    else if (wire === 1) skip(8)
    else if (wire === 5) skip(4)
    else if (wire === 2) {
      const length = varint()
      const start = at
      skip(length)
      value = bytes.subarray(start, start + length)
    } else throw new Damaged()
    yield { field, value }
  }
}
