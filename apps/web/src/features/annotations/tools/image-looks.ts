import type { AnnotationId } from '#annotation/document'
import {
  annotationLooksFrom,
  changesBetween,
  type LookChanges,
  type Looks,
  looksFrom,
  storedChanges,
  withChanges,
} from '#annotation/looks'
import type { Preferences } from '#contract/account'

import { isPatch, type Patch } from '../../../api/preference-patch.ts'

/** Maximum number of annotations whose looks are kept for a user; those of the images left first go. */
const mostAnnotations = 1000

/** The looks of categories and of an image's annotations in the preferences. */
export function storedLooks({ categories, looks }: Preferences, image: number): Looks {
  const annotations = imagesFrom(looks).find((each) => each.image === image)?.annotations
  return { categories: looksFrom(categories), annotations: annotations ?? new Map() }
}

/** The looks to keep: only those of the annotations changed last, if there are too many. */
export function keepable({ categories, annotations }: Looks): Looks {
  return { categories, annotations: new Map([...annotations].slice(-mostAnnotations)) }
}

/** The changes of the preferences that turn some looks of an image into later ones. */
export function looksPatch(
  preferences: Preferences,
  image: number,
  before: Looks,
  after: Looks,
): Patch {
  const categories = changesBetween(before.categories, after.categories)
  const annotations = changesBetween(before.annotations, after.annotations)
  return {
    ...(categories.size > 0 && { categories: storedChanges(categories) }),
    ...(annotations.size > 0 && { looks: imagesPatch(preferences['looks'], image, annotations) }),
  }
}

/** Changes the looks of an image, which becomes the latest, and removes those of the earliest ones. */
function imagesPatch(stored: unknown, image: number, changes: LookChanges<AnnotationId>): Patch {
  const images = imagesFrom(stored)
  const others = images.filter((each) => each.image !== image).toSorted((a, b) => b.turn - a.turn)
  const known = images.find((each) => each.image === image)
  const own = { turn: (others[0]?.turn ?? 0) + 1, annotations: storedChanges(changes) }
  let count = withChanges<AnnotationId>(known?.annotations ?? new Map(), changes).size
  const tidied = others.flatMap(({ image: other, annotations }): [number, unknown][] => {
    count += annotations.size
    if (count > mostAnnotations) return [[other, null]]
    // Another window may have changed annotations of the image: it goes only if it has none.
    return annotations.size === 0 ? [[other, { turn: null }]] : []
  })
  return { ...Object.fromEntries(tidied), [image]: own }
}

interface LooksOfImage {
  readonly image: number
  /** The higher, the later the looks were changed. */
  readonly turn: number
  readonly annotations: Looks['annotations']
}

function imagesFrom(stored: unknown): readonly LooksOfImage[] {
  return Object.entries(isPatch(stored) ? stored : {}).flatMap(([key, value]) => {
    const image = Number(key)
    if (!Number.isInteger(image) || !isPatch(value)) return []
    const turn = typeof value['turn'] === 'number' ? value['turn'] : 0
    return [{ image, turn, annotations: annotationLooksFrom(value['annotations']) }]
  })
}
