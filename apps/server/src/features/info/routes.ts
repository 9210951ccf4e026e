import { getInfo, healthcheck, type Regulatory } from '#contract/info'

import { serve, type Route } from '../../platform/http/route.ts'
import { countUsers } from '../users/queries.ts'

export interface About {
  readonly name: string
  readonly version: string
  readonly helpUrl: string | null
  readonly regulatory: Regulatory
}

export function infoRoutes(deps: {
  product: About
  allowRegistration: boolean
  loginEnabled: boolean
  uploadBytes: number
}): Route[] {
  const { product, allowRegistration, loginEnabled, uploadBytes } = deps
  return [
    serve(healthcheck, () => Promise.resolve({ status: 'ok' as const })),
    serve(getInfo, async ({ db, actor }) => {
      const users = await countUsers(db)
      return {
        name: product.name,
        git: { tag: product.version },
        allow_registration: loginEnabled && (allowRegistration || users === 0),
        login_enabled: loginEnabled,
        total_users: users,
        signed_in: actor.id !== null || actor.anonymous,
        largest_upload: uploadBytes,
        help_url: product.helpUrl,
        regulatory: product.regulatory,
      }
    }),
  ]
}
