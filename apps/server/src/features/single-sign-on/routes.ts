import { nameOf } from '#contract/endpoints'
import { endProviderSession, finishSingleSignOn, startSingleSignOn } from '#contract/single-sign-on'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/database/database.ts'
import { identityOf, visitor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { recordAudit } from '../audit/queries.ts'
import { endSessions, type Sessions } from '../session/sessions.ts'
import { presentSignedIn } from '../users/present.ts'
import { findUserByIdentity } from '../users/queries.ts'
import { refuseExpired } from '../users/refuse-expired.ts'
import { admitPerson } from './admit-person.ts'
import { openAttempt } from './attempt.ts'
import { beginAttempt } from './begin-attempt.ts'
import { linkAccount } from './link-account.ts'
import { startedElsewhere } from './provider-failure.ts'
import { findProviderSessions, keepProviderSession } from './provider-sessions.ts'
import { requireSingleSignOn, type SingleSignOn } from './single-sign-on.ts'

interface SingleSignOnDeps {
  readonly singleSignOn: SingleSignOn | null
  readonly sessions: Sessions
  readonly clock: Clock
}

export function singleSignOnRoutes({ singleSignOn, sessions, clock }: SingleSignOnDeps): Route[] {
  return [
    serve(
      startSingleSignOn,
      async ({ db, origin, attempt, concerns }) => {
        concerns({ type: 'user' })
        const usable = await requireSingleSignOn(db, singleSignOn)
        return beginAttempt(usable, { origin, attempt })
      },
      { ownTransactions: true },
    ),

    serve(
      finishSingleSignOn,
      async (call) => {
        const { db, body, attempt, concerns, actsAs } = call
        concerns({ type: 'user', detail: { account: 'unknown' } })
        const { provider, secrets, settings } = await requireSingleSignOn(db, singleSignOn)
        const begun = openAttempt(secrets, attempt.value, clock())
        attempt.drop()
        if (begun === undefined) throw startedElsewhere()
        const signedIn = await provider.finish(body.answer, begun)
        const { person, seconds, ...kept } = signedIn
        const now = clock()
        const { linksUser: userId } = begun
        if (userId !== undefined) {
          await linkAccount(db, settings, { actor: call.actor, userId, person, now })
        }
        const known = await findUserByIdentity(db, person)
        if (known !== undefined) {
          actsAs(identityOf(known))
          concerns({ type: 'user', id: known.id })
          refuseExpired(known, now)
        }
        const { user, change } = await admitPerson(db, settings, { person, now })
        actsAs(identityOf(user))
        concerns({
          type: 'user',
          id: user.id,
          detail: {
            ...change,
            ...(known === undefined ? { account: 'new' } : {}),
            ...(userId === undefined ? {} : { account: 'linked' }),
          },
        })
        const token = await inTransaction(db, async (trx) => {
          // As with a password: a new session makes a token worthless that was planted before.
          if (call.sessionToken !== undefined) await sessions.end(trx, call.sessionToken)
          // If the provider cannot be asked again, the session must not outlast its answer.
          const endsBy =
            kept.refreshToken === null ? { endsBy: new Date(now.getTime() + seconds * 1000) } : {}
          const { address, userAgent } = call
          const started = await sessions.start(trx, user.id, { address, userAgent, ...endsBy })
          await keepProviderSession(trx, secrets, { ...kept, token: started, at: now })
          return started
        })
        call.startSession(token)
        return { user: presentSignedIn(user, { duty: await sessions.dutyOf(db, token) }) }
      },
      { ownTransactions: true },
    ),

    serve(
      endProviderSession,
      async ({ db, body, address, concerns }) => {
        concerns({ type: 'user' })
        if (singleSignOn === null) {
          throw new Problem('login_disabled', message('singleSignOn.unavailable'))
        }
        const { provider, settings } = singleSignOn
        const ended = await provider.readLogoutToken(body.logout_token)
        await inTransaction(db, async (trx) => {
          const found = await findProviderSessions(trx, settings.issuer, ended)
          await endSessions(
            trx,
            found.map(({ token_hash: hash }) => hash),
          )
          for (const session of found) await recordEnd(trx, { ...session, address })
        })
        return { success: true } as const
      },
      { ownTransactions: true },
    ),
  ]
}

function recordEnd(
  db: Db,
  { user_id: id, username, address }: { user_id: number; username: string; address: string },
): Promise<void> {
  return recordAudit(db, {
    actor: { ...visitor, id, username },
    address,
    action: nameOf(endProviderSession),
    type: 'user',
    id,
    outcome: 200,
    accessSeconds: 0,
  })
}
