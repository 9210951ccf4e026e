import type { RiskNumbers, VesselNumbers, ZoneNumbers } from '#contract/analysis-numbers'
import type { Bitmap, GreyImage } from '#raster/image'
import { countPixels } from '#raster/image'
import { resample } from '#raster/resample'
import { threshold } from '#raster/threshold'
import { drawAreas } from '#retina/overlays/areas'
import { fieldMask } from '#retina/field-of-view'
import type { PreparedEye } from '#retina/prepared-eye'
import { isMeasured } from '#retina/eye-measures'
import { drawUncertaintyOverlay, uncertaintyOpacity } from '#retina/overlays/uncertainty'
import { placeAmong } from '#retina/risk/place-among'
import { sourcesOf } from '#retina/risk/reference-values'
import { assessRisk, defaultRiskSettings } from '#retina/risk/risk'
import { partByKind } from '#retina/vessels/areas'
import { drawVesselOverlay } from '#retina/overlays/vessels'

import type { Models } from '../../../platform/models/models.ts'
import { askRiskModel } from './ask-risk-model.ts'
import { placesOf } from './compare-visits.ts'
import { ownModel } from './describe.ts'
import { drawCalibres, drawZones } from './draw-eye.ts'
import type { EyeRequest } from './eye-request.ts'
import type { FoundVessels } from './map-vessels.ts'
import type { MeasuredEye } from './measured-eye.ts'
import type { FoundResult } from './write-result.ts'

/** Vessels found or corrected by a person, with the measured density. */
export function describeVessels(
  { maps, measures }: MeasuredEye,
  { correction }: EyeRequest,
  { model, method, threshold: least }: FoundVessels,
): FoundResult {
  const probability = resample(maps.vessel, maps.size)
  const vessels = threshold(probability, least)
  const picture = drawVesselOverlay({ vessels, probability, measures: { threshold: least } })
  const { vesselDensity } = measures.measures
  const numbers: VesselNumbers = isMeasured(vesselDensity)
    ? { density: vesselDensity.value, densityUncertainty: vesselDensity.uncertainty, method }
    : { density: null, densityUncertainty: null, method }
  const isCorrected = hasCorrectedVessels(correction)
  // An area drawn by a person has no probability.
  const found = isCorrected ? {} : { maps: { vessels: maps.vessel } }
  return { ...found, kind: 'vessels', model, numbers, isCorrected, picture }
}

function hasCorrectedVessels(correction: EyeRequest['correction']): boolean {
  return correction !== null && correction.arterioles !== null
}

/** The area of each kind; a vessel's spans its whole width. */
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
  const isCorrected = hasCorrectedVessels(correction)
  const found = isCorrected ? {} : { maps: { arterioles: maps.arteriole, venules: maps.venule } }
  return {
    ...found,
    kind: 'arteries_veins',
    model,
    numbers: {
      arteriolarArea: countPixels(arterioles),
      venularArea: countPixels(venules),
    },
    isCorrected,
    picture: drawAreas([arterioles, venules]),
    parts: { arterioles: drawAreas([arterioles]), venules: drawAreas([venules], 1) },
  }
}

/** Areas where vessels, or their classes, are uncertain. */
export function describeUncertainty(
  { maps, traced }: MeasuredEye,
  model: FoundResult['model'],
): FoundResult {
  const picture = drawUncertaintyOverlay(maps, traced.field)
  const inField = fieldMask(maps.field, maps.size).data
  let [open, field] = [0, 0]
  for (let i = 0; i < inField.length; i++) {
    if (inField[i] !== 1) continue
    field += 1
    if ((picture.data[4 * i + 3] ?? 0) > halfABit) open += 1
  }
  return { kind: 'uncertainty', model, numbers: { share: open / field }, picture }
}

/** The opacity of the picture. */
const halfABit = uncertaintyOpacity / 2

export function describeZones(
  measured: MeasuredEye,
  { correction, person, references }: EyeRequest,
  samePlaces: ZoneNumbers['samePlaces'],
): FoundResult {
  const { maps, measures } = measured
  const { scale, micrometresPerPixel, regions, vessels, crossings } = measures
  const numbers = {
    scale,
    micrometresPerPixel,
    measures: placeAmong(measures, person, references).measures,
    regions,
    vessels,
    crossings,
    sources: sourcesOf(references),
    samePlaces,
  }
  const places = placesOf(measured)
  const isCorrected = correction !== null
  const picture = maps.disc === null ? {} : { picture: drawZones(maps.size, maps.disc, vessels) }
  return {
    kind: 'zones',
    model: ownModel('eye-measures'),
    numbers,
    isCorrected,
    ...picture,
    ...(places && { places }),
  }
}

/** Half maximum of a vessel's profile. */
const areaLevel = 0.5

/** Risk by the network that the hospital has plugged in, else by published coefficients. */
export async function describeRisk(
  { maps: { size }, measures }: Pick<MeasuredEye, 'maps' | 'measures'>,
  { models, request, eye }: { models: Pick<Models, 'run'>; request: EyeRequest; eye: PreparedEye },
): Promise<FoundResult> {
  const plugged = request.models.risk
  if (plugged !== undefined) return askRiskModel(models, plugged, { eye, person: request.person })
  const settings = { ...defaultRiskSettings, site: request.references }
  const index = assessRisk(measures, request.person, settings)
  const numbers: RiskNumbers = structuredClone(index) as RiskNumbers
  const isCorrected = request.correction !== null
  const { disc, vessels } = measures
  const isFounded = numbers.kind === 'risk-index' && disc !== null
  const picture = isFounded ? { picture: drawCalibres(size, disc, vessels) } : {}
  return { kind: 'risk', model: ownModel('vascular-index'), numbers, isCorrected, ...picture }
}
