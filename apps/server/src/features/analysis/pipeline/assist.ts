import { findComponents } from '#raster/components'
import type { RgbImage } from '#raster/image'
import { countPixels } from '#raster/image'
import { resample } from '#raster/resample'
import { threshold } from '#raster/threshold'
import { drawAreas } from '#retina/overlays/areas'
import { fieldMask } from '#retina/field-of-view'
import { preparePicture } from '#retina/networks/picture'
import { prepareEye } from '#retina/prepared-eye'

import { imageInputOf, mapOutputOf } from '../../../platform/models/manifest.ts'
import type { Models } from '../../../platform/models/models.ts'
import { runMaps } from '../../../platform/models/run-maps.ts'
import { attempt, type EyeRequest, type StepFailure } from './eye-request.ts'
import { creditOf } from './map-vessels.ts'
import { wholeMap } from './whole-map.ts'
import { writeResult } from './write-result.ts'

/** Excludes the styles of arterioles and venules. */
const firstStyle = 2

/** Writes the findings of one network on a photograph; nothing if no field of view is found. */
export async function assist(
  image: RgbImage,
  models: Pick<Models, 'run'>,
  request: EyeRequest,
): Promise<StepFailure[]> {
  const failures: StepFailure[] = []
  await attempt(failures, 'lesions', () => searchLesions(image, models, request))
  return failures
}

async function searchLesions(
  image: RgbImage,
  models: Pick<Models, 'run'>,
  { models: { lesion: model }, folder }: EyeRequest,
): Promise<void> {
  const eye = prepareEye(image)
  const input = model && imageInputOf(model.manifest)
  if (eye.kind === 'not-a-fundus' || model === undefined || input === undefined) return
  const picture = preparePicture(eye, input)
  const { size, maps } = await runMaps(models, model, { ...picture, count: 3 })
  const levels = mapOutputOf(model.manifest)?.thresholds ?? []
  const inField = fieldMask(eye.field, image)
  const areas = Object.entries(maps).map(([name, data], i) => {
    const map = wholeMap({ ...size, data }, picture, image)
    const area = threshold(resample(map, image), levels[i] ?? 0.5)
    for (let k = 0; k < area.data.length; k++)
      area.data[k] = (area.data[k] ?? 0) & (inField.data[k] ?? 0)
    return { name, area, map }
  })
  const fieldArea = countPixels(inField)
  const found = areas.map(({ name, area }) => ({
    name,
    share: countPixels(area) / fieldArea,
    count: findComponents(area, 8).areas.length - 1,
  }))
  // The legend assigns styles to the areas in this order.
  const byName = areas.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const { intendedUse, limits } = model.manifest
  await writeResult(folder, {
    kind: 'lesions',
    model: creditOf(model),
    numbers: { found, intendedUse, limits },
    picture: drawAreas(
      byName.map(({ area }) => area),
      firstStyle,
    ),
    parts: Object.fromEntries(
      areas.map(({ name, area }) => [name, drawAreas([area], firstStyle)] as const),
    ),
    maps: Object.fromEntries(areas.map(({ name, map }) => [name, map] as const)),
  })
}
