import type { Size } from '#raster/image'
import { resample } from '#raster/resample'

import type { Planes } from './tiles.ts'

/** Scale at which fine vessels are as wide as in the network's training data. */
const enlargement = 1.4

/**
 * Averages a network's output for a picture as it is, mirrored, enlarged, and both: more accurate
 * if there are few pixels, and slower.
 */
export async function inFourViews(
  picture: Planes,
  run: (view: Planes) => Promise<Planes>,
): Promise<Planes> {
  const larger = {
    width: Math.round(enlargement * picture.width),
    height: Math.round(enlargement * picture.height),
  }
  const answers: Planes[] = []
  for (const view of [picture, atSize(picture, larger)]) {
    answers.push(atSize(await run(view), picture))
    answers.push(atSize(mirrored(await run(mirrored(view))), picture))
  }
  const [first] = answers
  if (first === undefined) throw new Error('A picture has no view.')
  const data = first.data.map((_, i) => {
    return answers.reduce((sum, answer) => sum + (answer.data[i] ?? 0), 0) / answers.length
  })
  return { ...first, data }
}

function atSize(planes: Planes, { width, height }: Size): Planes {
  if (planes.width === width && planes.height === height) return planes
  const [from, to] = [planes.width * planes.height, width * height]
  const data = new Float32Array(planes.count * to)
  for (let plane = 0; plane < planes.count; plane++) {
    const one = { ...planes, data: planes.data.subarray(plane * from, (plane + 1) * from) }
    data.set(resample(one, { width, height }).data, plane * to)
  }
  return { count: planes.count, width, height, data }
}

function mirrored(planes: Planes): Planes {
  const { width } = planes
  const data = planes.data.map((_, i) => {
    const x = i % width
    return planes.data[i - x + width - 1 - x] ?? 0
  })
  return { ...planes, data }
}
