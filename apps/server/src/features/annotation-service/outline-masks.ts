import path from 'node:path'
import type { z } from 'zod'

import type { FoundAnnotations, Mask, ServiceAnswer } from '#contract/annotation-service'
import { english, message, type Message } from '#contract/messages/message'

import { rleFaultMessage } from '../../platform/faults/rle.ts'
import { runThread } from '../../platform/run-thread.ts'
import type { MaskAnswer, MaskRequest } from './mask-worker.ts'

const program = path.join(import.meta.dirname, 'mask-worker.ts')
const limits = { ms: 30_000, megabytes: 1024 }

type Answered = z.output<typeof ServiceAnswer>

/** A mask of the answer cannot be read: its position, and the reason. */
export class MaskError extends Error {
  override readonly name = 'MaskError'
  readonly told: Message

  constructor(told: Message, cause?: unknown) {
    super(english(told), { cause })
    this.told = told
  }
}

/**
 * The service's answer with outlines in place of its masks, which a thread draws.
 * @throws {MaskError}
 */
export async function outlineMasks(answer: Answered): Promise<z.output<typeof FoundAnnotations>> {
  const masks = answer.annotations.flatMap(({ segmentation }) =>
    isMask(segmentation) ? [segmentation] : [],
  )
  const outlines = masks.length === 0 ? [] : await outlined({ masks })
  let next = 0
  const annotations = answer.annotations.map((annotation, i) => {
    const { segmentation } = annotation
    if (!isMask(segmentation)) return { ...annotation, segmentation }
    const outline = outlines[next++] ?? []
    if ('fault' in outline) {
      const why = rleFaultMessage(outline.fault)
      throw new MaskError(message('service.unusableMask', { index: i, why }))
    }
    return { ...annotation, segmentation: outline }
  })
  return { ...answer, annotations }
}

function isMask(
  segmentation: Answered['annotations'][number]['segmentation'],
): segmentation is Mask {
  return 'counts' in segmentation
}

async function outlined(request: MaskRequest): Promise<MaskAnswer> {
  const signal = AbortSignal.timeout(limits.ms)
  try {
    return await runThread<MaskAnswer>(program, request, { signal, megabytes: limits.megabytes })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new MaskError(message('service.masksTakeLong'), error)
  }
}
