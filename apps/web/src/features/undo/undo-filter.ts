import { undoInstances } from '#contract/undo'

import { limits } from '../../ui/limit-select.tsx'

export const undoTypes = ['all', ...undoInstances] as const

/** Filter of the list of deleted things. */
export interface UndoFilter {
  type: (typeof undoTypes)[number]
  limit: number
}

/** The filter in the query string; missing and invalid values get their defaults. */
export function undoFilterOf(parameters: URLSearchParams): UndoFilter {
  const limit = Number(parameters.get('limit'))
  return {
    type: undoTypes.find((type) => type === parameters.get('type')) ?? 'all',
    limit: limits.find((choice) => choice === limit) ?? limits[0],
  }
}
