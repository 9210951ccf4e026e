import { search } from '#contract/search'

import { serve, type Route } from '../../platform/http/route.ts'
import { findDatasets, findPatients } from './find.ts'

export function searchRoutes(): Route[] {
  return [
    serve(search, async ({ db, actor, query: { q } }) => ({
      datasets: await findDatasets(db, actor, q),
      patients: await findPatients(db, actor, q),
    })),
  ]
}
