import { getInfo, healthcheck, readiness, serverParts, type Regulatory } from '#contract/info'
import { message } from '#contract/messages/message'
import type { PasswordRule } from '#contract/passwords'

import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Readied } from '../../platform/readiness.ts'
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
  passwordRule: PasswordRule
  loginEnabled: boolean
  uploadBytes: number
  readiness: Readied
}): Route[] {
  const { product, allowRegistration, loginEnabled, passwordRule, uploadBytes } = deps
  return [
    serve(healthcheck, () => Promise.resolve({ status: 'ok' as const })),
    serve(
      readiness,
      async () => {
        const parts = await deps.readiness.check()
        const failing = serverParts.filter((part) => parts[part] !== 'works')
        if (failing.length === 0) return { status: 'ok' as const, parts }
        const told = message('requests.notReady', { parts: failing.join(', ') })
        throw new Problem('unavailable', told, { current: { parts } })
      },
      { ownTransactions: true },
    ),

    serve(getInfo, async ({ db, actor }) => {
      const users = await countUsers(db)
      return {
        name: product.name,
        git: { tag: product.version },
        allow_registration: loginEnabled && (allowRegistration || users === 0),
        login_enabled: loginEnabled,
        password_rule: passwordRule,
        total_users: users,
        signed_in: actor.id !== null || actor.anonymous,
        largest_upload: uploadBytes,
        help_url: product.helpUrl,
        regulatory: product.regulatory,
      }
    }),
  ]
}
