import { listDatasets } from '#contract/datasets'

import type { CallInput } from '../../api/call.ts'

/** What of the list of datasets is shown, and in which order. */
export type DatasetsQuery = NonNullable<CallInput<typeof listDatasets>['query']>

const { q, order, show } = listDatasets.query.shape

/** The query in the address, without values that the server would refuse. */
export function datasetsQueryOf(parameters: URLSearchParams): DatasetsQuery {
  return {
    q: q.catch('').parse(parameters.get('q') ?? ''),
    order: order.catch('newest').parse(parameters.get('order') ?? undefined),
    show: show.catch('all').parse(parameters.get('show') ?? undefined),
    othersEmpty: parameters.get('othersEmpty') === 'true' ? 'true' : 'false',
  }
}

/** Whether the query leaves out datasets by name or by kind. */
export function isNarrowed({ q: text, show: choice }: DatasetsQuery): boolean {
  return text !== '' || choice !== 'all'
}
