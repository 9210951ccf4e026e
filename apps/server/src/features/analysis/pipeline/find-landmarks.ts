import type { AnalysisResult } from '#contract/analysis'
import { findBrightDisc } from '#retina/landmarks/bright-disc'
import type { Disc, Fovea, VesselMaps } from '#retina/eye-maps'
import { findDisc, findFovea, withinField, type LandmarkMaps } from '#retina/landmarks/landmarks'
import { preparePicture } from '#retina/networks/picture'
import type { PreparedEye } from '#retina/prepared-eye'

import { imageInputOf } from '../../../platform/models/manifest.ts'
import type { Models } from '../../../platform/models/models.ts'
import type { Model } from '../../../platform/models/read-model.ts'
import { runMaps } from '../../../platform/models/run-maps.ts'
import { creditOf } from './map-vessels.ts'

export interface Landmarks {
  readonly disc: Disc | null
  readonly fovea: Fovea | null
  readonly model: AnalysisResult['model']
}

/** Disc and fovea by the network; the disc is checked against vessels and brightness. */
export async function findLandmarks(
  models: Pick<Models, 'run'>,
  model: Model,
  eye: PreparedEye,
  vessels: VesselMaps | undefined,
): Promise<Landmarks> {
  const maps = await mapLandmarks(models, model, eye)
  const bright = vessels === undefined ? null : findBrightDisc(eye, vessels.vessel)
  const disc = findDisc(maps, eye.field, bright)
  return { disc, fovea: findFovea(maps, disc), model: creditOf(model) }
}

async function mapLandmarks(
  models: Pick<Models, 'run'>,
  model: Model,
  eye: PreparedEye,
): Promise<LandmarkMaps> {
  const input = imageInputOf(model.manifest)
  if (input === undefined) throw new Error(`${model.manifest.id} takes no image.`)
  const picture = preparePicture(eye, input)
  const { size, maps } = await runMaps(models, model, { ...picture, count: 3 })
  const [disc, fovea] = [maps['disc'], maps['fovea']]
  if (disc === undefined || fovea === undefined)
    throw new Error(`${model.manifest.id} has no planes named disc and fovea.`)
  const perPixel = (picture.width * (picture.scale.x + picture.scale.y)) / (2 * size.width)
  const found = {
    origin: picture.origin,
    pixelsPerMapPixel: perPixel,
    disc: { ...size, data: disc },
    fovea: { ...size, data: fovea },
  }
  return withinField(found, eye.field)
}
