import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineLetter } from '../../platform/outbox/definition.ts'

/** A result that the order system is to have. */
export const resultLetter = defineLetter({
  name: 'mics-result',
  title: message('mics.letter'),
  payload: z.object({ imageId: z.int(), resultId: z.int(), version: z.int() }),
  seconds: 30,
  concurrency: 2,
})
