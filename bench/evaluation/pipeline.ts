import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { RgbImage } from '#raster/image'
import type { Disc, EyeMaps, Scale } from '#retina/eye-maps'
import type { EyeMeasures } from '#retina/eye-measures'
import { measureEye } from '#retina/measures'
import { prepareEye, type PreparedEye } from '#retina/prepared-eye'
import { assessQuality, regrade, type Grading } from '#retina/quality/quality'
import { traceEye } from '#retina/vessels/trace-eye'
import type { TracedEye } from '#retina/vessels/traced-vessels'

import { findLandmarks } from '../../apps/server/src/features/analysis/pipeline/find-landmarks.ts'
import {
  mapCloseUp,
  mapVessels,
  markedShareOf,
} from '../../apps/server/src/features/analysis/pipeline/map-vessels.ts'
import { mapOutputOf } from '../../apps/server/src/platform/models/manifest.ts'
import { openModels } from '../../apps/server/src/platform/models/models.ts'
import type { Model } from '../../apps/server/src/platform/models/read-model.ts'

/** Findings of the shipped analysis on a photograph. */
export interface Eye {
  readonly maps: EyeMaps
  readonly traced: TracedEye
  readonly measures: EyeMeasures
}

/** The shipped networks and steps of the analysis, without the server around them. */
export interface Pipeline extends AsyncDisposable {
  /** Minimum probability of a vessel pixel. */
  readonly vesselThreshold: number
  /** Names and versions of the networks. */
  readonly networks: readonly string[]
  /** Reports the progress. */
  say(line: string): void
  /** Grades the photograph by both checks of the gate. */
  grade(image: RgbImage): Promise<Grading>
  landmarksOf(image: RgbImage): Promise<Pick<EyeMaps, 'disc' | 'fovea'>>
  mapsOf(eye: PreparedEye): Promise<EyeMaps>
  analyse(image: RgbImage): Promise<Eye>
}

export async function openPipeline(say: (line: string) => void): Promise<Pipeline> {
  const kept = await mkdtemp(path.join(tmpdir(), 'fovea-evaluation-'))
  const shipped = path.join(import.meta.dirname, '../../models')
  const models = openModels({ shipped, own: undefined, kept })
  const states = await models.list()
  const modelOf = (id: string): Model => {
    const model = states.find((state) => state.id === id)?.model ?? null
    if (model === null) throw new Error(`models/${id} is missing, or does not pass its checks.`)
    return model
  }
  const vessels = modelOf('vessels')
  const landmarks = modelOf('landmarks')

  async function placesOf(eye: PreparedEye) {
    const vesselMaps = await mapVessels(models, vessels, eye)
    const found = await findLandmarks(models, landmarks, eye, vesselMaps)
    return { vesselMaps, ...found }
  }

  async function mapsOf(eye: PreparedEye): Promise<EyeMaps> {
    const { photograph, field } = eye
    const { width, height } = photograph
    const { vesselMaps, disc, fovea } = await placesOf(eye)
    const { light } = vesselMaps
    const closeUp = await mapCloseUp(models, vessels, { eye, light, disc })
    const found = { ...vesselMaps, ...(closeUp === undefined ? {} : { closeUp }), disc, fovea }
    return {
      ...found,
      size: { width, height },
      field,
      scale: scaleOf(found.disc),
      photograph,
    }
  }

  return {
    vesselThreshold: mapOutputOf(vessels.manifest)?.thresholds[0] ?? 0.5,
    networks: [vessels, landmarks].map(({ manifest: { name, version } }) => `${name} ${version}`),
    say,
    async grade(image) {
      const eye = prepareEye(image)
      const first = assessQuality(image, eye)
      const isFundus = !first.reasons.includes('not-a-fundus')
      const isLost = eye.kind === 'not-a-fundus' || (isFundus && first.grade === 'not-gradable')
      if (isLost) return first
      const { vesselMaps, disc, fovea } = await placesOf(eye)
      const markedShare = markedShareOf(vesselMaps, eye)
      return regrade(first, { markedShare, disc, fovea })
    },
    landmarksOf: (image) => placesOf(eyeOf(image)),
    mapsOf,
    async analyse(image) {
      const maps = await mapsOf(eyeOf(image))
      const traced = traceEye(maps)
      return { maps, traced, measures: measureEye(maps, traced) }
    },
    async [Symbol.asyncDispose]() {
      await models[Symbol.asyncDispose]()
      await rm(kept, { recursive: true, force: true })
    },
  }
}

function eyeOf(image: RgbImage): PreparedEye {
  const eye = prepareEye(image)
  if (eye.kind === 'not-a-fundus') throw new Error(eye.message)
  return eye
}

/** As if every disc had 1,800 micrometres, so that widths by both maps have one unit. */
function scaleOf(disc: Disc | null): Scale | null {
  if (disc === null) return null
  const micrometresPerPixel = 1800 / disc.diameterPx
  const unknown = { axialLengthMm: null, refraction: null }
  return { kind: 'stated', micrometresPerPixel, source: 'a disc of 1,800 µm', ...unknown }
}
