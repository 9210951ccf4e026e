import { endpoints, sharedSchemas } from '#contract/endpoints'
import { openApi } from '#contract/openapi'

import type { ApiDescription } from './api-changes.ts'

/** The description of the API in the last release. */
export const releasedApi = 'packages/contract/released-api.json.gz'

/** The description of the API as it is now. */
export function currentApi(): ApiDescription {
  const described = openApi({
    title: 'Fovea API',
    version: '',
    sessionCookie: 'session',
    endpoints,
    schemas: sharedSchemas,
  })
  // As a program reads it: without what JSON leaves out.
  return JSON.parse(JSON.stringify(described)) as ApiDescription
}
