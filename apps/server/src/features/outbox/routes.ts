import { getDeadLetters, requeueLetter } from '#contract/outbox'

import { notFound } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { listDeadLetters } from '../../platform/outbox/letters.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { presentLetters } from './present.ts'
import { findImagesOf } from './queries.ts'

export function outboxRoutes({ outbox }: { outbox: Outbox }): Route[] {
  return [
    serve(getDeadLetters, async ({ db, actor }) => {
      const letters = await listDeadLetters(db)
      return presentLetters(outbox, letters, await findImagesOf(db, actor, letters))
    }),

    serve(requeueLetter, async ({ db, params, concerns }) => {
      concerns({ type: 'letter', id: params.id })
      const letter = await outbox.requeue(db, { id: params.id })
      if (letter === undefined) throw notFound('letter')
      return { success: true } as const
    }),
  ]
}
