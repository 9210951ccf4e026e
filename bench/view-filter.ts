import { contrastMaps, everywhere } from '#raster/local-contrast'
import { applyViewFilter, asItIs, viewFilter } from '#raster/view-filter'

import { comparePaired, type Row } from './measure.ts'

/** A slider's step on a whole photograph of 4000 x 4000 pixels, beside copying its bytes. */
export async function measureViewFilter(rounds: number): Promise<Row[]> {
  const image = noise(4000)
  const preview = noise(1024)
  const copy = () => Promise.resolve(image.data.slice())
  const step = (changes: Partial<typeof asItIs>) => () => {
    const piece = { ...image, data: image.data.slice() }
    applyViewFilter(piece, everywhere, viewFilter({ ...asItIs, ...changes }, preview))
    return Promise.resolve(piece)
  }
  const settings = { channel: 'brightness', clipLimit: 4 } as const
  const measured = [
    ['brightness', step({ brightness: 0.1 })],
    ['red-free', step({ redFree: true })],
    ['CLAHE', step({ clipLimit: 4 })],
    ['maps of CLAHE alone', () => Promise.resolve(contrastMaps(preview, settings))],
  ] as const
  const rows: Row[] = []
  for (const [work, ours] of measured) {
    const timing = await comparePaired(rounds, ours, copy)
    rows.push({ work: `view: ${work}, 16 million pixels`, against: 'copying the bytes', ...timing })
  }
  return rows
}

function noise(side: number) {
  const data = new Uint8Array(4 * side * side)
  for (let i = 0; i < data.length; i++) data[i] = (Math.imul(i, 2654435761) >>> 13) & 255
  return { width: side, height: side, data }
}
