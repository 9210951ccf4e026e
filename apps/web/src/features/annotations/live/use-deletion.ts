import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { onLiveEvent } from '../../../api/live.ts'
import type { Annotator } from '../annotator.ts'
import { type AnnotatorData, refreshAnnotatorData } from '../api.ts'

/** The image was deleted: alone or with its dataset, and by whom, if known. */
export interface Deletion {
  readonly what: 'image' | 'dataset' | null
  readonly by: string
}

const unknownDeletion: Deletion = { what: null, by: '' }

/**
 * Returns the deletion of the open image, or null while it exists. When it is restored, unsaved work is
 * saved.
 * @param isGone whether the server's last response was that the image does not exist
 */
export function useDeletion(
  { saving }: Annotator,
  { image: { id, dataset_id: datasetId }, begunAt }: AnnotatorData,
  isGone: boolean,
): Deletion | null {
  const client = useQueryClient()
  const [told, setTold] = useState<(Deletion & { at: number }) | null>(null)
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'deletion' || event.dataset_id !== datasetId) return
        if (event.image_id !== null && event.image_id !== id) return
        const what = event.image_id === null ? 'dataset' : 'image'
        // Only the server knows whether it is back: its dataset may be deleted as well.
        if (event.undone) refreshAnnotatorData(client, id)
        else setTold({ what, by: event.by, at: performance.now() })
      }),
    [client, id, datasetId],
  )
  const isNews = told !== null && told.at > begunAt
  const deletion = isNews ? told : isGone ? unknownDeletion : null
  const isThere = deletion === null
  useEffect(() => {
    if (isThere) void saving.saveNow()
  }, [isThere, saving])
  return deletion
}
