import { message, tell } from '#contract/messages/message'
import { getDeadLetters, requeueLetter } from '#contract/outbox'

import { notFound } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { listDeadLetters } from '../../platform/outbox/letters.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'

export function outboxRoutes({ outbox }: { outbox: Outbox }): Route[] {
  return [
    serve(getDeadLetters, async ({ db }) => {
      const letters = await listDeadLetters(db)
      return letters.map((letter) => ({
        id: letter.id,
        title: tell(outbox.titleOf(letter.kind) ?? message('outbox.unknownKind')),
        key: letter.key,
        posted_at: letter.posted_at.toISOString(),
        dead_at: (letter.dead_at ?? letter.posted_at).toISOString(),
        tries: letter.tries,
        why: tell(letter.failure ?? message('outbox.late')),
      }))
    }),

    serve(requeueLetter, async ({ db, params, concerns }) => {
      concerns({ type: 'letter', id: params.id })
      const letter = await outbox.requeue(db, { id: params.id })
      if (letter === undefined) throw notFound('letter')
      return { success: true } as const
    }),
  ]
}
