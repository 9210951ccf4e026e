import type { Size } from '#raster/image'

import { imageInputOf, mapOutputOf } from './manifest.ts'
import type { Models } from './models.ts'
import type { Model } from './read-model.ts'
import { inTiles, type Planes } from './tiles.ts'
import { inFourViews } from './views.ts'

export interface SeenPicture extends Planes {
  /** Average four views of a small field of view, if the network's manifest requires it. */
  readonly inFourViews?: boolean
}

export interface Maps {
  readonly size: Size
  /** By plane name: values in rows from the top. */
  readonly maps: Readonly<Record<string, Float32Array>>
}

/**
 * The maps that a network makes of a picture. They have the picture's size; those of networks with
 * a fixed size may be smaller.
 * @throws {RuntimeError}, and the signal's reason.
 */
export async function runMaps(
  models: Pick<Models, 'run'>,
  model: Model,
  picture: SeenPicture,
  signal?: AbortSignal,
): Promise<Maps> {
  const input = imageInputOf(model.manifest)
  const output = mapOutputOf(model.manifest)
  if (input === undefined || output === undefined)
    throw new Error(`${model.manifest.id} makes no maps of a picture.`)
  const run = async ({ count, height, width, data }: Planes): Promise<Planes> => {
    const inputs = { [input.name]: { dims: [1, count, height, width], data } }
    const made = (await models.run(model, inputs, signal))[output.name]
    if (made?.dims.length !== 4) throw new Error(`${model.manifest.id} gave no planes.`)
    const [, planes = 0, rows = 0, columns = 0] = made.dims
    return { count: planes, height: rows, width: columns, data: made.data }
  }
  const { size } = input
  const runOn = (view: Planes) => (size.mode === 'fixed' ? run(view) : inTiles(view, size, run))
  const made = await (picture.inFourViews === true ? inFourViews(picture, runOn) : runOn(picture))
  const { width, height } = made
  const area = width * height
  const maps = output.planes.map(
    (name, i) => [name, made.data.subarray(i * area, (i + 1) * area)] as const,
  )
  return { size: { width, height }, maps: Object.fromEntries(maps) }
}
