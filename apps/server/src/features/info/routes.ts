import {
  getInfo,
  healthcheck,
  healthLive,
  healthParts,
  healthReady,
  readiness,
  securityTxt,
  serverParts,
  type Regulatory,
} from '#contract/info'
import { message } from '#contract/messages/message'
import type { PasswordRule } from '#contract/passwords'

import type { Clock } from '../../platform/clock.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { ProcessHealth } from '../../platform/health.ts'
import type { Readied } from '../../platform/readiness.ts'
import { offerOf, type SingleSignOn } from '../single-sign-on/single-sign-on.ts'
import { relyingPartyOf } from '../account/second-factor/relying-party.ts'
import { countUsers } from '../users/queries.ts'
import { securityText } from './security-txt.ts'

export interface About {
  readonly name: string
  readonly version: string
  readonly helpUrl: string | null
  /** URI to report vulnerabilities to. */
  readonly securityContact: string | null
  readonly regulatory: Regulatory
}

export function infoRoutes(deps: {
  product: About
  allowRegistration: boolean
  passwordRule: PasswordRule
  loginEnabled: boolean
  uploadBytes: number
  readiness: Readied
  health: ProcessHealth
  publicUrl: string | null
  clock: Clock
  singleSignOn: SingleSignOn | null
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

    serve(healthLive, () => Promise.resolve({ status: 'ok' as const })),
    serve(
      healthReady,
      async () => {
        if (deps.health.draining.aborted)
          throw new Problem('unavailable', message('programs.draining'))
        const parts = await deps.health.check()
        const failing = healthParts.filter((part) => parts[part] !== 'works')
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
        single_sign_on: await offerOf(db, deps.singleSignOn),
        passkeys: loginEnabled && relyingPartyOf(deps) !== null,
        total_users: users,
        signed_in: actor.id !== null || actor.anonymous,
        largest_upload: uploadBytes,
        help_url: product.helpUrl,
        security_contact: product.securityContact,
        regulatory: product.regulatory,
      }
    }),

    serve(securityTxt, () => {
      const { securityContact: contact } = product
      if (contact === null) throw notFound('pageOrCall')
      const text = securityText({ contact, publicUrl: deps.publicUrl, now: deps.clock() })
      return Promise.resolve({
        contentType: 'text/plain; charset=utf-8',
        content: Buffer.from(text),
      })
    }),
  ]
}
