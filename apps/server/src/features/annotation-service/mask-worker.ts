import { RleError, type RleFault } from '#coco/rle'
import { parseRle } from '#coco/rle-string'
import { rleToPolygons } from '#coco/rle-to-polygons'
import type { Mask } from '#contract/annotation-service'
import { toSegmentation, type Segmentation } from '#geometry/segmentation'

import { answerOwner } from '../../platform/answer-owner.ts'

export interface MaskRequest {
  readonly masks: readonly Mask[]
}

/** For each mask its outlines, or why it has none. */
export type MaskAnswer = readonly (Segmentation | { readonly fault: RleFault })[]

function outlinesOf({ size, counts }: Mask): MaskAnswer[number] {
  try {
    const rle = typeof counts === 'string' ? parseRle({ size, counts }) : parseRle({ size, counts })
    return toSegmentation(rleToPolygons(rle))
  } catch (error) {
    if (!(error instanceof RleError)) throw error
    return { fault: error.fault }
  }
}

/** The program of the thread. */
answerOwner(({ masks }: MaskRequest): MaskAnswer => masks.map(outlinesOf))
