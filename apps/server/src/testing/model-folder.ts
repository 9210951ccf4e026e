import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { writeOnnx, type TinyNetwork } from './onnx-file.ts'

interface ModelFolder extends Partial<TinyNetwork> {
  readonly id?: string
  readonly role?: string
  /** Planes of the output. */
  readonly planes?: string
  /** Input of the network. */
  readonly crop?: 'none' | 'fov'
  /** Replaces parts of model.json. */
  readonly manifest?: object
  /** Added to the expected output of the self-test. */
  readonly away?: number
}

/** Puts the folder of a single-layer model into `parent`, with a self-test that it passes. */
export async function writeModelFolder(parent: string, options: ModelFolder = {}): Promise<string> {
  const { id = 'bright', planes = 'bright', weights = [[1, 1, 1]], bias = [-1] } = options
  const folder = path.join(parent, id)
  await mkdir(folder, { recursive: true })
  const file = writeOnnx({ ...options, weights, bias })
  const pixels = Float32Array.from({ length: 3 * 16 }, (_, i) => i / 24 - 1)
  const sums = weights.flatMap((row, plane) =>
    Array.from({ length: 16 }, (_, i) =>
      row.reduce((sum, w, c) => sum + w * (pixels[16 * c + i] ?? 0), bias[plane] ?? 0),
    ),
  )
  const expected = Float32Array.from(sums, (sum) => 1 / (1 + Math.exp(-sum)) + (options.away ?? 0))
  await writeFile(path.join(folder, 'model.onnx'), file)
  await writeFile(path.join(folder, 'in.bin'), Buffer.from(pixels.buffer))
  await writeFile(path.join(folder, 'out.bin'), Buffer.from(expected.buffer))
  const manifest = {
    schema: 'retina-model/1',
    id,
    name: `Tiny ${id}`,
    version: '1.0.0',
    role: options.role ?? 'lesion',
    file: 'model.onnx',
    sha256: createHash('sha256').update(file).digest('hex'),
    licence: 'Apache-2.0',
    regulatory: { status: 'none', number: '' },
    inputs: [
      {
        name: 'image',
        source: 'image',
        dtype: 'float32',
        layout: 'NCHW',
        channels: 'RGB',
        crop: options.crop ?? 'none',
        size: { mode: 'fovDiameter', px: 512, multipleOf: 8, overlap: 8 },
        norm: { type: 'unit' },
        outsideFov: 0,
      },
    ],
    outputs: [
      {
        name: 'probability',
        role: planes,
        activation: 'sigmoid',
        threshold: planes.split(',').map(() => 0.5),
      },
    ],
    intendedUse: 'Tests.',
    limits: 'Knows nothing.',
    evidence: [],
    selfTest: { in: 'in.bin', out: 'out.bin', shape: [1, 3, 4, 4], tol: 0.0001 },
    ...options.manifest,
  }
  await writeFile(path.join(folder, 'model.json'), JSON.stringify(manifest, null, 2))
  return folder
}
