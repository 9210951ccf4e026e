import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { Id, idParams, Success } from './primitives.ts'

const SiteName = z
  .string()
  .trim()
  .min(1, saying(message('sites.nameRequired')))
  .max(100)

/** A clinic of several that share the installation and do not meet. */
export const Site = z.object({
  id: Id,
  name: z.string(),
  accounts: z.int(),
  datasets: z.int(),
})
export type Site = z.infer<typeof Site>

export const listSites = endpoint({
  method: 'GET',
  path: '/api/admin/sites',
  summary: 'The sites of the installation',
  access: 'installation',
  response: z.object({ sites: z.array(Site) }),
})

export const createSite = endpoint({
  method: 'POST',
  path: '/api/admin/sites',
  summary: 'Create a site',
  access: 'installation',
  body: z.strictObject({ name: SiteName }),
  status: 201,
  response: Site,
})

export const renameSite = endpoint({
  method: 'PATCH',
  path: '/api/admin/sites/:id',
  summary: 'Rename a site',
  access: 'installation',
  params: idParams,
  body: z.strictObject({ name: SiteName }),
  response: Site,
})

export const deleteSite = endpoint({
  method: 'DELETE',
  path: '/api/admin/sites/:id',
  summary: 'Delete a site that has neither accounts nor datasets',
  access: 'installation',
  params: idParams,
  response: Success,
})
