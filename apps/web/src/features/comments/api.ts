import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

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
import { listMembers } from '#contract/datasets'
import type { LiveEvent } from '#contract/live'

import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const noticesKey = ['comment notices']
const threadsKey = (imageId: number) => ['comments', imageId]

export const threadsOf = (imageId: number) =>
  queryOptions({
    queryKey: threadsKey(imageId),
    queryFn: ({ signal }) => call(listThreads, { params: { id: imageId }, signal }),
  })

/** People whom a comment in the dataset may mention. */
export const peopleOf = (datasetId: number) =>
  queryOptions({
    queryKey: ['people to mention', datasetId],
    queryFn: ({ signal }) => call(listMembers, { params: { id: datasetId }, signal }),
  })

export const unreadNotices = queryOptions({
  queryKey: [...noticesKey, 'unread'],
  queryFn: ({ signal }) => call(countCommentNotices, { signal }),
})

export const noticeList = queryOptions({
  queryKey: [...noticesKey, 'list'],
  queryFn: ({ signal }) => call(listCommentNotices, { signal }),
  staleTime: 0,
})

export function onCommentsEvent(client: QueryClient, event: LiveEvent & { type: 'comments' }) {
  void client.invalidateQueries({ queryKey: threadsKey(event.image_id) })
}

export function onNoticesEvent(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: noticesKey })
  void client.invalidateQueries({ queryKey: ['comments'] })
}

/** Sends what was typed: a new thread, an answer, or a changed comment. Its form shows failures. */
export function useSend(imageId: number) {
  const { t } = useTranslation()
  const effects = { title: t('comments.sending'), invalidates: [threadsKey(imageId)], quiet: true }
  return {
    begin: useCall(beginThread, effects).mutateAsync,
    answer: useCall(answerThread, effects).mutateAsync,
    change: useCall(changeComment, effects).mutateAsync,
  }
}

export function useSettle(imageId: number) {
  const { t } = useTranslation()
  return useCall(settleThread, {
    title: t('comments.settling'),
    invalidates: [threadsKey(imageId)],
  })
}

export function useDeleteComment(imageId: number) {
  const { t } = useTranslation()
  return useCall(deleteComment, {
    title: t('comments.deleting'),
    invalidates: [threadsKey(imageId)],
  })
}

/** Marks what concerns the user as read: in a thread, or, for null, everywhere. */
export function useMarkRead(): (threadId: number | null) => void {
  const client = useQueryClient()
  const { mutate } = useCall(readCommentNotices, { title: '', quiet: true })
  return useCallback(
    (threadId) =>
      mutate({ body: { thread_id: threadId } }, { onSuccess: () => onNoticesEvent(client) }),
    [mutate, client],
  )
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.status === 0
}
