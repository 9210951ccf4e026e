import { writeModelFolder } from './model-folder.ts'

/** A network with a constant output from 0 to 1, in a folder of `parent`. */
export function writeNumberModel(
  parent: string,
  { id, role, value }: { id: string; role: 'quality' | 'risk'; value: number },
): Promise<string> {
  const output = {
    name: 'probability',
    unit: 'probability',
    event: role === 'risk' ? 'Cardiovascular disease' : 'gradable',
    ...(role === 'risk' ? { horizonYears: 10 } : {}),
    bands: [
      { max: 0.1, label: 'low' },
      { max: 0.5, label: 'moderate' },
      { max: 1, label: 'high' },
    ],
  }
  const input = {
    name: 'image',
    source: 'image',
    dtype: 'float32',
    layout: 'NCHW',
    channels: 'RGB',
    crop: 'fov',
    size: { mode: 'fixed', h: 16, w: 16 },
    norm: { type: 'unit' },
    outsideFov: 0,
  }
  return writeModelFolder(parent, {
    id,
    role,
    weights: [[0, 0, 0]],
    bias: [Math.log(value / (1 - value))],
    manifest: {
      inputs: [input],
      outputs: [output],
      regulatory: { status: 'MFDS', number: '26-1' },
    },
  })
}
