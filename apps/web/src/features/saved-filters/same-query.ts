import type { FilterQuery } from '#contract/saved-filters'

const inOrder = (query: FilterQuery) =>
  JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Whether two queries have the same filters and order. */
export function isSameQuery(one: FilterQuery, other: FilterQuery): boolean {
  return inOrder(one) === inOrder(other)
}
