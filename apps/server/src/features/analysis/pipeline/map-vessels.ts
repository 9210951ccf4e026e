import type { AnalysisResult } from '#contract/analysis'
import { countPixels, type GreyImage } from '#raster/image'
import { resample } from '#raster/resample'
import { threshold } from '#raster/threshold'
import { classicalVessels, findVessels } from '#retina/vessels/analyse-vessels'
import type { Disc, VesselMaps } from '#retina/eye-maps'
import { fieldMask, mapWithinField, type FieldOfView } from '#retina/field-of-view'
import type { LocalLight } from '#retina/networks/input'
import { preparePart, preparePicture, type NetworkPicture } from '#retina/networks/picture'
import type { PreparedEye } from '#retina/prepared-eye'

import { imageInputOf, mapOutputOf } from '../../../platform/models/manifest.ts'
import type { Models } from '../../../platform/models/models.ts'
import type { Model } from '../../../platform/models/read-model.ts'
import { runMaps } from '../../../platform/models/run-maps.ts'
import { RuntimeError } from '../../../platform/models/runtime.ts'
import { wholeMap } from './whole-map.ts'

/** Maps of a photograph's vessels, their maker, and their thresholds. */
export interface FoundVessels extends VesselMaps {
  readonly model: AnalysisResult['model']
  readonly method: 'network' | 'classical'
  readonly threshold: number
  /** The transform by which the network saw the photograph. */
  readonly light: LocalLight | undefined
}

/** By the network; by classical filters if there is none, or none runs on this machine. */
export async function mapVessels(
  models: Pick<Models, 'run'>,
  model: Model | undefined,
  eye: PreparedEye,
): Promise<FoundVessels> {
  if (model === undefined) return mapClassically(eye)
  try {
    return await mapByNetwork(models, model, eye)
  } catch (error) {
    if (error instanceof RuntimeError && error.by === 'runtime') return mapClassically(eye)
    throw error
  }
}

async function mapByNetwork(
  models: Pick<Models, 'run'>,
  model: Model,
  eye: PreparedEye,
): Promise<FoundVessels> {
  const input = imageInputOf(model.manifest)
  if (input === undefined) throw new Error(`${model.manifest.id} takes no image.`)
  const { photograph, field } = eye
  const picture = preparePicture(eye, input)
  const { size } = input
  const isSmall = size.mode === 'fovDiameter' && field.diameterPx < (size.fourViewsBelow ?? 0)
  const seen = { ...picture, count: 3, inFourViews: isSmall }
  const { size: mapSize, maps } = await runMaps(models, model, seen)
  const placed = Object.entries(maps).map(
    ([name, data]) => [name, wholeMap({ ...mapSize, data }, picture, photograph)] as const,
  )
  const { scale } = picture
  return {
    ...namedMaps(Object.fromEntries(placed), { origin: { x: 0, y: 0 }, scale }, field),
    model: creditOf(model),
    method: 'network',
    light: picture.light,
    threshold: mapOutputOf(model.manifest)?.thresholds[0] ?? 0.5,
  }
}

function namedMaps(
  maps: Readonly<Record<string, GreyImage>>,
  { origin, scale }: Pick<NetworkPicture, 'origin' | 'scale'>,
  field: FieldOfView,
): VesselMaps {
  const { vessel, artery, vein } = maps
  if (vessel === undefined) throw new Error('The network has no plane that is named vessel.')
  const place = { origin, pixelsPerMapPixel: (scale.x + scale.y) / 2 }
  const shown = (map: GreyImage): GreyImage => mapWithinField(map, place, field)
  return {
    ...place,
    vessel: shown(vessel),
    arteriole: artery === undefined ? null : shown(artery),
    venule: vein === undefined ? null : shown(vein),
  }
}

/**
 * Share of the field's pixels, at the photograph's size, that count as vessel. The quality gate is
 * fitted to it; the measured vessel density sums probabilities instead.
 */
export function markedShareOf(
  { vessel, threshold: least }: FoundVessels,
  { photograph: { width, height }, field }: PreparedEye,
): number {
  const size = { width, height }
  return countPixels(threshold(resample(vessel, size), least)) / countPixels(fieldMask(field, size))
}

/** Calibres depend on the scale at which vessels are mapped: near the disc it is finer. */
const closeUpDiameterPx = 1600
/** Radius around the disc, in disc diameters: zone C and the network's context beyond it. */
const closeUpReach = 2.75

/**
 * The vessels around the disc, mapped at a finer scale; undefined if the photograph has no more
 * detail.
 */
export async function mapCloseUp(
  models: Pick<Models, 'run'>,
  model: Model | undefined,
  { eye, disc, light }: SeenDisc,
): Promise<VesselMaps | undefined> {
  if (model === undefined || disc === null || light === undefined) return undefined
  const input = imageInputOf(model.manifest)
  if (input?.size.mode !== 'fovDiameter' || eye.field.diameterPx < closeUpDiameterPx)
    return undefined
  const part = { centre: disc.centre, reach: closeUpReach * disc.diameterPx }
  const wanted = { channels: input.channels, diameterPx: closeUpDiameterPx, light, part }
  const picture = preparePart(eye, wanted)
  const { size: mapSize, maps } = await runMaps(models, model, { ...picture, count: 3 })
  const named = Object.entries(maps).map(([name, data]) => [name, { ...mapSize, data }] as const)
  return namedMaps(Object.fromEntries(named), picture, eye.field)
}

interface SeenDisc {
  readonly eye: PreparedEye
  readonly disc: Disc | null
  /** Local light of the whole photograph, if the network's input is normalised by it. */
  readonly light: LocalLight | undefined
}

function mapClassically({ photograph, field }: PreparedEye): FoundVessels {
  const found = findVessels(photograph, field)
  return {
    model: { ...classicalVessels, sha256: '' },
    method: 'classical',
    light: undefined,
    threshold: found.measures.threshold,
    origin: { x: 0, y: 0 },
    pixelsPerMapPixel: 1,
    vessel: found.probability,
    arteriole: null,
    venule: null,
  }
}

/** The maker that a result names. */
export function creditOf({ manifest }: Model): AnalysisResult['model'] {
  const { name, version, sha256 } = manifest
  return { name, version, sha256 }
}
