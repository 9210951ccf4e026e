import type { RiskNumbers } from '#contract/analysis-numbers'
import type { Bitmap, GreyImage, RgbImage } from '#raster/image'
import { countPixels } from '#raster/image'
import { resample } from '#raster/resample'
import { threshold } from '#raster/threshold'
import { drawAreas } from '#retina/area-overlay'
import type { EyeMeasures } from '#retina/eye-measures'
import type { FieldOfView } from '#retina/field-of-view'
import { referenceSources } from '#retina/reference-values'
import { assessRisk } from '#retina/risk'
import { partByKind } from '#retina/vessel-areas'

import type { Models } from '../../../platform/models/models.ts'
import type { MeasuredEye } from './analyse-photograph.ts'
import { askRiskModel } from './ask-risk-model.ts'
import { ownModel } from './describe.ts'
import { drawZones } from './draw-eye.ts'
import type { EyeRequest } from './eye-request.ts'
import type { FoundResult } from './write-result.ts'

/** The area of each kind, of which a vessel is over all its width. */
export function describeArteriesAndVeins(
  { maps, traced }: MeasuredEye,
  { correction }: EyeRequest,
  model: FoundResult['model'],
): FoundResult | undefined {
  if (maps.arteriole === null || maps.venule === null) return undefined
  const { network, vessels } = traced.field
  const parts = partByKind(maps, network.area, vessels)
  const areaOf = (map: GreyImage): Bitmap => threshold(resample(map, maps.size), areaLevel)
  const [arterioles, venules] = [areaOf(parts.arteriole), areaOf(parts.venule)]
  return {
    kind: 'arteries_veins',
    model,
    numbers: {
      arteriolarArea: countPixels(arterioles),
      venularArea: countPixels(venules),
    },
    isCorrected: correction !== null && correction.arterioles !== null,
    picture: drawAreas([arterioles, venules]),
    parts: { arterioles: drawAreas([arterioles]), venules: drawAreas([venules], 1) },
  }
}

export function describeZones(
  { maps, measures }: MeasuredEye,
  { correction }: EyeRequest,
): FoundResult {
  const { scale, micrometresPerPixel, vessels } = measures
  const numbers = {
    scale,
    micrometresPerPixel,
    measures: measures.measures,
    vessels,
    sources: referenceSources,
  }
  const isCorrected = correction !== null
  const picture = maps.disc === null ? {} : { picture: drawZones(maps.size, maps.disc, vessels) }
  return { kind: 'zones', model: ownModel('eye-measures'), numbers, isCorrected, ...picture }
}

/** Where a vessel's profile has half its height. */
const areaLevel = 0.5

/** By the network that the hospital has plugged in, else by what the literature gives. */
export async function describeRisk(
  measures: EyeMeasures,
  {
    models,
    request,
    ...eye
  }: { models: Pick<Models, 'run'>; request: EyeRequest; image: RgbImage; field: FieldOfView },
): Promise<FoundResult> {
  const plugged = request.models.risk
  if (plugged !== undefined)
    return askRiskModel(models, plugged, { ...eye, person: request.person })
  const numbers: RiskNumbers = structuredClone(assessRisk(measures, request.person)) as RiskNumbers
  const isCorrected = request.correction !== null
  return { kind: 'risk', model: ownModel('vascular-index'), numbers, isCorrected }
}
