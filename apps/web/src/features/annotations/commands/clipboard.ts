import { z } from 'zod'

import type { Annotation } from '#annotation/document'
import { Keypoints, Lines, Origin, Segmentation } from '#contract/annotations'
import { FieldKey } from '#contract/fields/condition'
import { FieldValue } from '#contract/fields/value'
import { Color, Id, Metadata } from '#contract/primitives'
import { parseSegmentation } from '#geometry/segmentation'

import { wholeContentOf } from '../wire.ts'

const storageKey = 'annotationClipboard'

const Clipboard = z.object({
  username: z.string(),
  datasetId: Id,
  /** The image on which the next paste would cover existing annotations. */
  imageId: Id,
  /** Number of times that the annotations were already pasted on that image. */
  times: z.int(),
  annotations: z.array(
    z.object({
      category_id: Id,
      segmentation: Segmentation,
      // Copied before there were lines, an annotation has none.
      lines: Lines.default([]),
      keypoints: Keypoints,
      isbbox: z.boolean(),
      origin: Origin,
      color: Color.nullable(),
      metadata: Metadata,
      fields: z.record(FieldKey, FieldValue),
    }),
  ),
})
type Clipboard = z.infer<typeof Clipboard>

/** The user's location: copied annotations can be pasted on any image of the same dataset. */
export interface Place {
  readonly username: string
  readonly datasetId: number
  readonly imageId: number
}

/** Holds content that does not fit into the browser's storage. */
let held: Clipboard | null = null
/** Passes copies on to the other windows. */
const channel = new BroadcastChannel(storageKey)
channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const { data: copied } = Clipboard.safeParse(data)
  if (copied !== undefined) store(copied)
})

/** Stores annotations, also for other windows, until the tab is closed or others are copied. */
export function copyToClipboard(place: Place, annotations: readonly Annotation[]): void {
  keep({ ...place, times: 1, annotations: annotations.map(wholeContentOf) })
}

/** Like `copyToClipboard`, for annotations that are then deleted from the image. */
export function cutToClipboard(place: Place, annotations: readonly Annotation[]): void {
  keep({ ...place, times: 0, annotations: annotations.map(wholeContentOf) })
}

export function canPaste(place: Place): boolean {
  return clipboardFor(place) !== null
}

interface Pasted {
  readonly annotations: readonly Annotation[]
  /** Number of offsets from the original place, so that pastes do not cover each other. */
  readonly steps: number
}

/** The annotations to paste at a place, or null. Each paste moves one offset further. */
export function takeFromClipboard(place: Place): Pasted | null {
  const clipboard = clipboardFor(place)
  if (clipboard === null) return null
  const steps = clipboard.imageId === place.imageId ? clipboard.times : 0
  keep({ ...clipboard, imageId: place.imageId, times: steps + 1 })
  return { annotations: clipboard.annotations.map(annotationOf), steps }
}

function clipboardFor({ username, datasetId }: Place): Clipboard | null {
  const clipboard = held ?? stored()
  return clipboard?.username === username && clipboard.datasetId === datasetId ? clipboard : null
}

function keep(clipboard: Clipboard): void {
  store(clipboard)
  channel.postMessage(clipboard)
}

function store(clipboard: Clipboard): void {
  held = clipboard
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(clipboard))
  } catch {
    // Content too large for the storage lasts until the page is reloaded.
    sessionStorage.removeItem(storageKey)
  }
}

function stored(): Clipboard | null {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return null
  try {
    return Clipboard.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function annotationOf(
  { category_id: categoryId, segmentation, isbbox, ...others }: Clipboard['annotations'][number],
  index: number,
): Annotation {
  const geometry = parseSegmentation(segmentation)
  const about = { id: '', creator: null, position: index }
  return { ...about, categoryId, geometry, isBox: isbbox, ...others }
}
