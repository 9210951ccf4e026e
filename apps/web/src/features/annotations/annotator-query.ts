import { queryOptions } from '@tanstack/react-query'

import { pollEveryMs } from '../../api/poll.ts'
import { isBeingAnalysed } from '../../api/use-request-analysis.ts'
import { type AnnotatorData, type ImageList, isUnreachable, readAnnotatorData } from './api.ts'
import { keptImage } from './kept-images.ts'

/**
 * Never cached: the editor must start from the server's current state. Only if the server cannot be
 * reached when it is opened, an image that was open before is as it was left. An image that is open keeps
 * what it has read since.
 */
export const annotatorData = (id: number, list: ImageList, username: string) =>
  queryOptions({
    queryKey: ['annotator', id, list],
    queryFn: async ({ client, queryKey, signal }): Promise<AnnotatorData> => {
      try {
        return await readAnnotatorData(id, list, signal)
      } catch (error) {
        const isOpen = client.getQueryData(queryKey) !== undefined
        const known = isUnreachable(error) && !isOpen ? keptImage(username, id) : undefined
        if (known === undefined) throw error
        return known
      }
    },
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isBeingAnalysed(state.data.image) ? pollEveryMs : false,
  })
