import { readFile } from 'node:fs/promises'

import type { ZoneNumbers } from '#contract/analysis-numbers'
import type { RgbImage } from '#raster/image'
import { findPlaces, measureAtPlaces, type MeasuredPlaces } from '#retina/calibres/same-places'
import { registerPhotographs } from '#retina/registration/register'
import { joinRuns } from '#retina/vessels/runs'

import type { EyeRequest } from './eye-request.ts'
import type { MeasuredEye } from './measured-eye.ts'

/** The calibres' change since the earlier visit, at its places; null if the photographs cannot be registered. */
export async function compareWithEarlier(
  image: RgbImage,
  { traced }: MeasuredEye,
  { earlier }: EyeRequest,
): Promise<NonNullable<ZoneNumbers['samePlaces']> | null> {
  if (earlier === null) return null
  const { width, height, pixels, places, imageId, day } = earlier
  const first: RgbImage = { width, height, data: await readFile(pixels) }
  const found = registerPhotographs(first, image)
  if (found.kind === 'refused') return null
  const changes = measureAtPlaces(places, joinRuns(traced.nearDisc), found.map)
  if (Object.keys(changes).length === 0) return null
  return { image: imageId, day, agreement: found.agreement, changes }
}

/** Where the calibres of an eye are measured, to hundredths of a pixel; null if they are not. */
export function placesOf({ maps, traced, measures }: MeasuredEye): MeasuredPlaces | null {
  // Calibres that are not credible are no reference for later ones.
  if (!('value' in measures.measures.craeInDiscs)) return null
  const places = findPlaces(maps, joinRuns(traced.nearDisc))
  return places && (JSON.parse(JSON.stringify(places, roundNumber)) as MeasuredPlaces)
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(100 * value) / 100 : value
}
