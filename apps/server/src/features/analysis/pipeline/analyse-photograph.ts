import type { ResultKind } from '#contract/results/kinds'
import type { RgbImage } from '#raster/image'
import type { EyeMaps, VesselMaps } from '#retina/eye-maps'
import { measureEye } from '#retina/measures'
import { prepareEye, type PreparedEye } from '#retina/prepared-eye'
import { traceEye } from '#retina/vessels/trace-eye'

import type { Models } from '../../../platform/models/models.ts'
import { compareWithEarlier } from './compare-visits.ts'
import { correctedDisc, correctMaps, drawnOutline } from './corrected-maps.ts'
import {
  describeLandmarks,
  describeQuality,
  describeReport,
  describeSecondLook,
  ownModel,
  type DescribedQuality,
} from './describe.ts'
import {
  describeArteriesAndVeins,
  describeRisk,
  describeUncertainty,
  describeVessels,
  describeZones,
} from './describe-measures.ts'
import { attempt as attemptStep, type EyeRequest, type StepFailure } from './eye-request.ts'
import { findLandmarks, type Landmarks } from './find-landmarks.ts'
import { mapCloseUp, mapVessels, markedShareOf, type FoundVessels } from './map-vessels.ts'
import type { MeasuredEye } from './measured-eye.ts'
import { writeResult, type FoundResult } from './write-result.ts'

/**
 * Analyses a photograph step by step and writes each result as it is found. A step that fails
 * leaves earlier results intact; only steps that depend on it are skipped.
 */
export async function analysePhotograph(
  image: RgbImage,
  models: Pick<Models, 'run'>,
  request: EyeRequest,
): Promise<StepFailure[]> {
  const failures: StepFailure[] = []
  const found: FoundResult[] = []
  const keep = async (result: FoundResult): Promise<void> => {
    await writeResult(request.folder, result)
    found.push(result)
  }
  const attempt = <T>(step: ResultKind, work: () => Promise<T>): Promise<T | undefined> =>
    attemptStep(failures, step, work)

  const eye = prepareEye(image)
  const quality = await attempt('quality', () => describeQuality(models, { image, eye }, request))
  if (quality === undefined) return failures
  await keep(quality.result)
  if (eye.kind === 'not-a-fundus' || !quality.deservesSecondLook) return failures

  const vessels = await attempt('vessels', async () => {
    const mapped = await mapVessels(models, request.models['vessel-av'], eye)
    return { ...mapped, markedShare: markedShareOf(mapped, eye) }
  })
  const landmarks = await attempt('optic_disc', () =>
    landmarksOf(eye, { models, request, vessels }),
  )
  const second = vessels && describeSecondLook(quality, vessels, landmarks ?? noLandmarks)
  // Quality does not refuse a photograph that a person has corrected.
  const judged = request.correction !== null && isRefused(second) ? undefined : second
  if (judged !== undefined) await keep(judged)
  if (isRefused(judged ?? quality.result)) return failures
  if (landmarks !== undefined)
    await attempt('optic_disc', () => keep(describeLandmarks(image, landmarks, request)))
  if (vessels !== undefined) {
    const measured = await attempt('zones', async () => {
      const maps = await mapsOfEye(eye, { models, request, vessels, landmarks })
      const traced = measure(maps, request)
      await keep(describeVessels(traced, request, vessels))
      const kinds = describeArteriesAndVeins(traced, request, vessels.model)
      if (kinds !== undefined) await keep(kinds)
      await keep(describeUncertainty(traced, vessels.model))
      await keep(describeZones(traced, request, await compareWithEarlier(image, traced, request)))
      return traced
    })
    if (measured !== undefined)
      await attempt('risk', async () =>
        keep(await describeRisk(measured, { models, request, eye })),
      )
  }
  await attempt('report', () => keep(describeReport(found)))
  return failures
}

function isRefused(quality: DescribedQuality['result'] | undefined): boolean {
  return quality?.numbers.grade === 'not-gradable'
}

const noLandmarks: Landmarks = { disc: null, fovea: null, model: ownModel('no-landmarks') }

interface Around {
  readonly models: Pick<Models, 'run'>
  readonly request: EyeRequest
}

async function landmarksOf(
  eye: PreparedEye,
  { models, request, vessels }: Around & { vessels: FoundVessels | undefined },
): Promise<Landmarks> {
  const { landmarks: model } = request.models
  const marks = model === undefined ? noLandmarks : await findLandmarks(models, model, eye, vessels)
  const drawn = request.correction?.disc ?? null
  return drawn === null ? marks : { ...marks, disc: correctedDisc(drawn) }
}

async function mapsOfEye(
  eye: PreparedEye,
  found: Around & { vessels: FoundVessels; landmarks: Landmarks | undefined },
): Promise<EyeMaps> {
  const { models, request, landmarks } = found
  const disc = landmarks?.disc ?? null
  const { photograph, field } = eye
  const { light } = found.vessels
  const seen = { eye, light, disc }
  const closeUp = await mapCloseUp(models, request.models['vessel-av'], seen)
  const correct = <Maps extends VesselMaps>(maps: Maps): Maps =>
    request.correction === null ? maps : correctMaps(maps, photograph, request.correction)
  const cup = drawnOutline(request.correction?.cup ?? [])
  return {
    ...correct(found.vessels),
    size: { width: photograph.width, height: photograph.height },
    field,
    disc,
    fovea: landmarks?.fovea ?? null,
    scale: request.scale,
    photograph,
    ...(cup === null ? {} : { cup }),
    ...(closeUp === undefined ? {} : { closeUp: correct(closeUp) }),
  }
}

/** Laterality from the file takes precedence over laterality inferred from disc and fovea. */
function measure(maps: EyeMaps, { laterality }: EyeRequest): MeasuredEye {
  const traced = traceEye(maps)
  const measures = measureEye(maps, traced)
  return { maps, traced, measures: { ...measures, laterality: laterality ?? measures.laterality } }
}
