import { countUndelivered, listMessages, tryMessageNow } from '#contract/outbox'

import { notFound } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { presentMessages } from './present.ts'
import {
  countByState,
  countUndeliveredMessages,
  findImagesOf,
  listByState,
  permittedMessages,
} from './queries.ts'

export function outboxRoutes({ outbox }: { outbox: Outbox }): Route[] {
  return [
    serve(listMessages, async ({ db, actor, query }) => {
      const rows = await listByState(db, actor, query.state)
      const images = await findImagesOf(db, actor, rows)
      return {
        counts: await countByState(db, actor),
        messages: presentMessages(outbox, rows, images),
      }
    }),

    serve(countUndelivered, ({ db, actor }) => countUndeliveredMessages(db, actor)),

    serve(tryMessageNow, async ({ db, actor, params, concerns }) => {
      concerns({ type: 'letter', id: params.id })
      const found = await permittedMessages(db, actor)
        .select('outbox.id')
        .where('outbox.id', '=', params.id)
        .executeTakeFirst()
      const tried = found && (await outbox.tryNow(db, params.id))
      if (tried === undefined) throw notFound('letter')
      return { success: true } as const
    }),
  ]
}
