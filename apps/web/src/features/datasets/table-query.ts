import { useCallback, useLayoutEffect, useRef, useState } from 'react'

import { dayOf } from '../../ui/day.ts'
import { type ImageQuery, imageQueryOf } from './image-query.ts'

/** Numbers of rows per page to choose from. */
export const tableLimits = [50, 100] as const
const usualLimit = 100

export interface TableQuery {
  readonly query: ImageQuery
  readonly limit: number
  readonly page: number
}

export type TableChanges = {
  [Name in keyof ImageQuery]?: ImageQuery[Name] | undefined
} & { limit?: string; page?: string }

/**
 * Initial filter of the table: the studies of the day, newest first. Null for a dataset without studies
 * and for the example clinic, which show everything.
 */
export function usualTable(today: string | null): URLSearchParams {
  return new URLSearchParams({
    ...(today === null ? {} : { studyDate__gte: today, studyDate__lte: today }),
    order: 'studyDateTime',
    ascending: 'false',
  })
}

export function tableQueryOf(parameters: URLSearchParams): TableQuery {
  const limit = Number(parameters.get('limit'))
  const page = Number(parameters.get('page') ?? 1)
  return {
    query: imageQueryOf(parameters, 'studyDateTime'),
    limit: tableLimits.find((known) => known === limit) ?? usualLimit,
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  }
}

/** Undefined removes a filter; any change other than of the page returns to the first page. */
export function changedTable(parameters: URLSearchParams, changes: TableChanges): URLSearchParams {
  const next = new URLSearchParams(parameters)
  next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The table's filters, order and page: from the query string, else the last ones in this tab. */
export function useTableQuery(datasetId: number) {
  const key = `table of dataset ${datasetId}`
  const [usual, setUsual] = useState(() => usualTable(dayOf(new Date())))
  const [kept, setKept] = useState(() => {
    const known = location.search === '' ? sessionStorage.getItem(key) : location.search
    return known === null ? null : new URLSearchParams(known)
  })
  const shown = kept ?? usual
  const current = useRef(shown)
  useLayoutEffect(() => {
    current.current = shown
  }, [shown])
  return {
    table: tableQueryOf(shown),
    /** Keeps its identity, so that controls it is given to are not rendered anew. */
    change: useCallback(
      (changes: TableChanges): void => {
        const next = changedTable(current.current, changes)
        sessionStorage.setItem(key, next.toString())
        current.current = next
        setKept(next)
      },
      [key],
    ),
    /** Call it once the dataset is known to have no studies of the day. */
    showAllDays: useCallback(() => setUsual(usualTable(null)), []),
  }
}
