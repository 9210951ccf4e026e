import type { DiscNumbers, QualityNumbers } from '#contract/analysis-numbers'
import { overviewOf } from '#contract/results/kinds'
import type { RgbImage } from '#raster/image'
import type { FieldOfView, NotAFundus } from '#retina/field-of-view'
import { lateralityOf } from '#retina/landmarks/laterality'
import type { PreparedEye } from '#retina/prepared-eye'
import { assessQuality, refusedFor, regrade } from '#retina/quality/quality'

import type { Models } from '../../../platform/models/models.ts'
import { askValue } from './ask-value.ts'
import { drawDisc, drawField, drawLandmarks } from './draw-eye.ts'
import type { EyeRequest } from './eye-request.ts'
import type { Landmarks } from './find-landmarks.ts'
import { creditOf, type FoundVessels } from './map-vessels.ts'
import { pipelineVersion } from './version.ts'
import type { FoundResult } from './write-result.ts'

/** Maker of results that no network has made. */
export function ownModel(name: string): FoundResult['model'] {
  return { name, version: pipelineVersion, sha256: '' }
}

export interface DescribedQuality {
  readonly result: FoundResult & { readonly numbers: QualityNumbers }
  /** Gradable, or not a fundus at first, which networks may correct. */
  readonly deservesSecondLook: boolean
  /** Judged by the product's own gate. */
  readonly isOwn: boolean
}

/**
 * Quality by the network that the hospital has plugged in, else by the product's own gate. A
 * photograph that the gate does not accept as a fundus is not passed to any network.
 */
export async function describeQuality(
  models: Pick<Models, 'run'>,
  { image, eye }: { image: RgbImage; eye: PreparedEye | NotAFundus },
  request: EyeRequest,
): Promise<DescribedQuality> {
  const own = request.isUltraWide ? refusedFor('ultra-wide-field') : assessQuality(image, eye)
  const model = request.models.quality
  const isWide = own.reasons.includes('ultra-wide-field')
  const isFundus = eye.kind !== 'not-a-fundus' && !own.reasons.includes('not-a-fundus')
  const judged =
    model === undefined || !isFundus || isWide
      ? undefined
      : await askValue(models, model, { eye, person: request.person })
  const grade = judged === undefined ? own.grade : gradeOfBand[judged.band]
  const { fundus, visibility } = own
  const numbers: QualityNumbers = {
    grade,
    reasons: grade !== 'gradable' && own.reasons.length === 0 ? ['by-model'] : [...own.reasons],
    fundus,
    visibility,
    field: eye.kind === 'not-a-fundus' ? null : placeOf(eye.field),
  }
  const picture = numbers.field === null ? {} : { picture: drawField(image, numbers.field) }
  const credit =
    model === undefined || judged === undefined ? ownModel('quality-gate') : creditOf(model)
  const result = { kind: 'quality', model: credit, numbers, ...picture } as const
  const deservesSecondLook = eye.kind !== 'not-a-fundus' && (grade !== 'not-gradable' || !isFundus)
  return { result, deservesSecondLook, isOwn: judged === undefined }
}

/**
 * Quality judged again with the networks' findings, if the product's own gate judged it first;
 * undefined if nothing changes.
 */
export function describeSecondLook(
  { result, isOwn }: DescribedQuality,
  { method, markedShare }: Pick<FoundVessels, 'method'> & { readonly markedShare: number },
  { disc, fovea }: Pick<Landmarks, 'disc' | 'fovea'>,
): DescribedQuality['result'] | undefined {
  if (!isOwn || method !== 'network') return undefined
  const { grade, reasons } = regrade(result.numbers, { markedShare, disc, fovea })
  if (grade === result.numbers.grade) return undefined
  return { ...result, numbers: { ...result.numbers, grade, reasons: [...reasons] } }
}

/** Grade of a photograph by the band of a quality network's number. */
const gradeOfBand = { low: 'not-gradable', moderate: 'limited', high: 'gradable' } as const

function placeOf({ centre, diameterPx }: FieldOfView): NonNullable<QualityNumbers['field']> {
  return { centre, diameterPx }
}

export function describeLandmarks(
  image: RgbImage,
  { disc, fovea, model }: Landmarks,
  { laterality, correction }: EyeRequest,
): FoundResult {
  const numbers: DiscNumbers = {
    disc: disc === null ? null : { ...disc, outline: [...disc.outline], doubts: [...disc.doubts] },
    fovea,
    laterality: laterality ?? lateralityOf(disc, fovea),
  }
  const isCorrected = correction !== null && correction.disc !== null
  const parts = disc === null ? {} : { parts: { disc: drawDisc(image, disc) } }
  const picture = drawLandmarks(image, numbers)
  return { kind: 'optic_disc', model, numbers, isCorrected, picture, ...parts }
}

/** All findings in one place: numbers, and an overview picture. */
export function describeReport(found: readonly FoundResult[]): FoundResult {
  const numbers = Object.fromEntries(
    found.map(({ kind, model, numbers: own }) => [kind, { model, ...own }] as const),
  )
  const pictured = found.map((each) => ({ ...each, has_picture: each.picture !== undefined }))
  const layers = overviewOf(pictured).flatMap(({ picture }) => picture ?? [])
  return { kind: 'report', model: ownModel('report'), numbers, layers }
}
