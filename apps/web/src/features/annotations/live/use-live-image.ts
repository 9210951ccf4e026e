import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { LiveEvent } from '#contract/live'

import { isOwnStream, onLiveEvent } from '../../../api/live.ts'
import type { Annotator } from '../annotator.ts'
import { type AnnotatorData, refreshAnnotatorData } from '../api.ts'
import { isEcho, isNewsOf, type News } from './news.ts'

/**
 * Milliseconds for which events are collected, to share one fetch and to let own saves be answered first.
 */
const gatherMs = 300

export interface Presence {
  /** Names of the other users who have the image open. */
  readonly others: readonly string[]
  /** Whether the user also has it open in another tab or browser. */
  readonly isElsewhere: boolean
}

/** Follows other users' changes of the image, and returns who they are. */
export function useLiveImage(
  annotator: Annotator,
  { id, dataset_id: datasetId, annotating }: AnnotatorData['image'],
  username: string,
): Presence {
  const client = useQueryClient()
  const [present, setPresent] = useState(annotating)
  const [isElsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined
    let news: News[] = []
    const lookLater = (event: News) => {
      news.push(event)
      gathering ??= setTimeout(look, gatherMs)
    }
    const look = () => {
      gathering = undefined
      if (news.some((event) => !isEcho(annotator, event))) refreshAnnotatorData(client, id)
      news = []
    }
    const stop = onLiveEvent((event) => {
      if (isNewsOf({ id, dataset_id: datasetId }, event)) lookLater(event)
      if (event.type !== 'presence' || event.image_id !== id) return
      setPresent(event.usernames)
      setElsewhere(isOpenElsewhere(event, username))
    })
    return () => {
      stop()
      clearTimeout(gathering)
    }
  }, [client, id, datasetId, annotator, username])
  return useMemo(
    () => ({ others: present.filter((name) => name !== username), isElsewhere }),
    [present, username, isElsewhere],
  )
}

function isOpenElsewhere({ streams }: LiveEvent & { type: 'presence' }, username: string): boolean {
  return streams.some((stream) => stream.username === username && !isOwnStream(stream.id))
}
