import type { SingleSignOn as Offer } from '#contract/single-sign-on-offer'
import { message } from '#contract/messages/message'

import type { IdentityProviderSettings } from '../../identity-provider.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { hasLocalAdmin, isEmergencyOnly } from '../session/local-accounts.ts'
import { openProvider, type Provider } from './provider.ts'

/** Single sign-on as set up by the operator. */
export interface SingleSignOn {
  readonly settings: IdentityProviderSettings
  readonly provider: Provider
  readonly secrets: Secrets
}

/** Null if the operator has not set it up. */
export function openSingleSignOn(parts: {
  identityProvider: IdentityProviderSettings | null
  outbound: Outbound
  secrets: Secrets
  clock: Clock
}): SingleSignOn | null {
  const { identityProvider: settings, secrets } = parts
  return settings === null ? null : { settings, secrets, provider: openProvider(settings, parts) }
}

/** How visitors may sign in at the provider; null if they may not. */
export async function offerOf(db: Db, singleSignOn: SingleSignOn | null): Promise<Offer | null> {
  if (singleSignOn === null || !(await hasLocalAdmin(db))) return null
  const { name, emergencyAdmin } = singleSignOn.settings
  return { name, only: await isEmergencyOnly(db, emergencyAdmin) }
}

/**
 * Single sign-on, once there is an administrator who can sign in without it.
 * @throws {Problem} if it cannot be used
 */
export async function requireSingleSignOn(
  db: Db,
  singleSignOn: SingleSignOn | null,
): Promise<SingleSignOn> {
  if (singleSignOn === null) {
    throw new Problem('login_disabled', message('singleSignOn.unavailable'))
  }
  if (await hasLocalAdmin(db)) return singleSignOn
  throw new Problem('forbidden', message('singleSignOn.noLocalAdmin'))
}

/** @throws {Problem} if passwords are switched off for this name */
export async function refuseIfSwitchedOff(
  db: Db,
  singleSignOn: SingleSignOn | null,
  username: string,
): Promise<void> {
  const emergencyAdmin = singleSignOn?.settings.emergencyAdmin ?? null
  if (username.toLowerCase() === emergencyAdmin?.toLowerCase()) return
  if (!(await isEmergencyOnly(db, emergencyAdmin))) return
  throw new Problem('forbidden', message('singleSignOn.localSwitchedOff'))
}
