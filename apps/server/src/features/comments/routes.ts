import {
  answerThread,
  beginThread,
  changeComment,
  countCommentNotices,
  deleteComment,
  listCommentNotices,
  listThreads,
  readCommentNotices,
  settleThread,
} from '#contract/comments'

import { readAgain, serve, type Route } from '../../platform/http/route.ts'
import { getImageRow } from '../images/queries.ts'
import { answerIn, beginThreadOn, changeText, removeComment, settle } from './change-comments.ts'
import { countUnread, listNotices, markRead } from './notices.ts'
import { presentThreadOf, presentThreadsOf } from './present.ts'
import { lockOwnComment, lockThread } from './queries.ts'
import { announceNotices, type TellDeps } from './tell-people.ts'

export function commentRoutes(deps: TellDeps): Route[] {
  return [
    serve(
      listThreads,
      async ({ db, actor, params, concerns }) => {
        const image = await getImageRow(db, actor, params.id)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
        return presentThreadsOf(db, actor, image.id)
      },
      readAgain,
    ),

    serve(beginThread, async ({ db, actor, params, body, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const id = await beginThreadOn(db, deps, { ...body, actor, image })
      return presentThreadOf(db, actor, id)
    }),

    serve(answerThread, async ({ db, actor, params, body, concerns }) => {
      const thread = await lockThread(db, actor, params.id)
      concerns({ type: 'thread', id: thread.id, datasetId: thread.dataset_id })
      await answerIn(db, deps, { ...body, actor, thread })
      return presentThreadOf(db, actor, thread.id)
    }),

    serve(settleThread, async ({ db, actor, params, body, concerns }) => {
      const thread = await lockThread(db, actor, params.id)
      concerns({ type: 'thread', id: thread.id, datasetId: thread.dataset_id })
      await settle(db, { actor, thread, at: body.resolved ? deps.clock() : null })
      return presentThreadOf(db, actor, thread.id)
    }),

    serve(changeComment, async ({ db, actor, params, body, concerns }) => {
      const { thread, comment } = await lockOwnComment(db, actor, params.id)
      concerns({ type: 'comment', id: comment.id, datasetId: thread.dataset_id })
      await changeText(db, deps, { actor, thread, comment, text: body.comment })
      return presentThreadOf(db, actor, thread.id)
    }),

    serve(deleteComment, async ({ db, actor, params, concerns }) => {
      const { thread, comment } = await lockOwnComment(db, actor, params.id)
      concerns({ type: 'comment', id: comment.id, datasetId: thread.dataset_id })
      await removeComment(db, deps, { thread, comment })
      return { success: true } as const
    }),

    serve(countCommentNotices, async ({ db, actor }) => ({ unread: await countUnread(db, actor) })),

    serve(listCommentNotices, async ({ db, actor }) => listNotices(db, actor)),

    serve(readCommentNotices, async ({ db, actor, body }) => {
      const { id } = actor
      const wasUnread = await markRead(db, actor, { threadId: body.thread_id, at: deps.clock() })
      if (wasUnread && id !== null) await announceNotices(db, id)
      return { success: true } as const
    }),
  ]
}
