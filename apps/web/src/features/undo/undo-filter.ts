import { undoInstances } from '#contract/undo'

import { limits } from '../../ui/limit-select.tsx'

export const undoTypes = ['all', ...undoInstances] as const

/** Which deleted things are listed. */
export interface UndoFilter {
  type: (typeof undoTypes)[number]
  limit: number
}

/** What the query string asks for; what it does not say, or says wrongly, is as usual. */
export function undoFilterOf(parameters: URLSearchParams): UndoFilter {
  const limit = Number(parameters.get('limit'))
  return {
    type: undoTypes.find((type) => type === parameters.get('type')) ?? 'all',
    limit: limits.find((choice) => choice === limit) ?? limits[0],
  }
}
