import { notifications } from '@mantine/notifications'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

import { i18n } from '../../i18n/i18n.ts'
import { sendTo, staleAfterChange } from './api.ts'
import {
  createUploadQueue,
  isLost,
  isUnderWay,
  type Upload,
  type UploadQueue,
} from './upload-queue.ts'

/** Queues outlive the page, so that uploads continue while the user is elsewhere. */
const queues = new Map<number, UploadQueue>()

function queueOf(datasetId: number, client: QueryClient): UploadQueue {
  const known = queues.get(datasetId)
  if (known !== undefined) return known
  const queue = createUploadQueue(sendTo(datasetId, client), (uploads) => {
    tellOutcome(uploads)
    for (const queryKey of staleAfterChange(datasetId)) {
      void client.invalidateQueries({ queryKey })
    }
  })
  queues.set(datasetId, queue)
  return queue
}

function tellOutcome(uploads: readonly Upload[]): void {
  const total = uploads.length
  const lost = uploads.filter(isLost).length
  notifications.show({
    title: i18n.t('images.uploading'),
    message: i18n.t('images.summary', { done: total - lost, total }),
    color: lost === 0 ? 'green' : 'yellow',
  })
}

export function useUploads(datasetId: number) {
  const queue = queueOf(datasetId, useQueryClient())
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads)
  const busy = uploads.some(isUnderWay)
  useEffect(() => {
    if (!busy) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [busy])
  return { queue, uploads, busy }
}
