import { dilate } from '#raster/morphology'
import { type Bitmap, createBitmap, type Size } from '#raster/image'
import { thin } from '#raster/thin'

import { type KindMark, readKindMarks, spreadMarks } from './kind-labels.ts'
import type { Case } from './photographs.ts'
import { readBitmapAt, readKindsAt, sizeOf } from './read-photographs.ts'

const kindMarks = await readKindMarks()

/** Labels of a photograph's vessels: planes of bytes, one after another. */
export interface LabelPlanes {
  /** Shares of 255. */
  readonly vessel: Uint8Array
  readonly arteriole: Uint8Array
  readonly venule: Uint8Array
  /** 1 where the kind, or the absence of a vessel, is known. */
  readonly kindKnown: Uint8Array
  /** 1 if the presence or absence of a vessel is known. */
  readonly vesselKnown: Uint8Array
}

/** Pixels on either side of a stroke's centre line that surely belong to the vessel. */
const coreRadius = 1
/** Pixels around a stroke that are unlabelled. */
const doubtRadius = 2

/** Reads and joins all that experts drew, at the size the network sees. */
export async function labelsOf(each: Case, size: Size): Promise<LabelPlanes> {
  if (each.vessels !== null) return ofVessels(await readBitmapAt(each.vessels, size), each, size)
  if (each.arteriesAndVeins !== null) return ofKinds(each.arteriesAndVeins, size)
  if (each.strokes !== null) return ofStrokes(each.strokes, size)
  return ofLesions(each.lesions, size)
}

/** Exactly drawn vessels. Kinds drawn by others are for measuring only; the network learns from our marks. */
async function ofVessels(vessel: Uint8Array, each: Case, size: Size): Promise<LabelPlanes> {
  const vesselKnown = new Uint8Array(vessel.length).fill(1)
  if (each.arteriesAndVeins !== null && each.use !== 'train') {
    return { ...(await ofKinds(each.arteriesAndVeins, size)), vessel, vesselKnown }
  }
  const marks = await marksAt(each.photograph, size)
  const kinds = spreadMarks(
    { ...size, data: Float32Array.from(vessel, (share) => share / 255) },
    marks,
  )
  return {
    vessel,
    arteriole: vessel.map((share, i) => (kinds[i] === 1 ? share : 0)),
    venule: vessel.map((share, i) => (kinds[i] === 2 ? share : 0)),
    kindKnown: vessel.map((share, i) => Number(share === 0 || kinds[i] !== 0)),
    vesselKnown,
  }
}

/** Our marks on a photograph, in pixels of the size. */
async function marksAt(photograph: string, size: Size): Promise<KindMark[]> {
  const full = await sizeOf(photograph)
  return (kindMarks.get(photograph) ?? []).map(({ x, y, kind }) => ({
    x: (x * size.width) / full.width,
    y: (y * size.height) / full.height,
    kind,
  }))
}

async function ofKinds(path: string, size: Size): Promise<LabelPlanes> {
  const { arteriole, venule, either } = await readKindsAt(path, size)
  return {
    vessel: arteriole.map((share, i) => Math.min(255, share + (venule[i] ?? 0) + (either[i] ?? 0))),
    arteriole,
    venule,
    kindKnown: either.map((share) => Number(share < 64)),
    vesselKnown: new Uint8Array(either.length).fill(1),
  }
}

/**
 * The centre lines of wide strokes are vessels; for the rest of a stroke only the kind is known, if it is
 * vessel.
 */
async function ofStrokes(path: string, size: Size): Promise<LabelPlanes> {
  const drawn = await readKindsAt(path, size)
  const all: Bitmap = {
    ...size,
    data: drawn.arteriole.map((share, i) =>
      inside(share + (drawn.venule[i] ?? 0) + (drawn.either[i] ?? 0)),
    ),
  }
  const core = dilate(thin(all), coreRadius).data.map((value, i) => value * (all.data[i] ?? 0))
  const clear = dilate(all, doubtRadius).data.map((value) => 1 - value)
  return {
    vessel: core.map((value) => 255 * value),
    arteriole: drawn.arteriole.map((share) => 255 * inside(share)),
    venule: drawn.venule.map((share) => 255 * inside(share)),
    kindKnown: clear.map((value, i) =>
      Math.max(value, inside((drawn.arteriole[i] ?? 0) + (drawn.venule[i] ?? 0))),
    ),
    vesselKnown: core,
  }
}

/** Only that lesions are not vessels. */
async function ofLesions(paths: readonly string[], size: Size): Promise<LabelPlanes> {
  const none = createBitmap(size).data
  const known = createBitmap(size).data
  for (const path of paths) {
    const lesion = await readBitmapAt(path, size)
    for (const [i, share] of lesion.entries()) if (share > 127) known[i] = 1
  }
  return { vessel: none, arteriole: none, venule: none, kindKnown: known, vesselKnown: known }
}

function inside(share: number): number {
  return Number(share > 127)
}
