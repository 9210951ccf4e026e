import type { Duty } from '#contract/duties'
import type { Right } from '#contract/roles'
import type { Scope as TokenScope } from '#contract/scopes'

import type { Scope } from '../database/scope.ts'

/** The access token by which a program acts for its user. */
export interface ProgramToken {
  readonly id: number
  readonly name: string
  readonly scopes: readonly TokenScope[]
  /** The only datasets that it reaches; null: all that its user reaches. */
  readonly datasetIds: readonly number[] | null
  /** Whether its user is an administrator, who reaches every dataset of the site. */
  readonly isOfAdmin: boolean
}

/** Who somebody is. */
export interface Identity {
  /** Null for a visitor who is not signed in, and for everyone if sign-in is switched off. */
  readonly id: number | null
  readonly username: string
  readonly name: string
  /** Never for a program whose token does not administer, or is restricted to datasets. */
  readonly isAdmin: boolean
  /** Sign-in is switched off: may see every dataset, and has no account. */
  readonly anonymous: boolean
  /** The clinic of several in this installation; null for accounts of the installation itself. */
  readonly siteId: number | null
  /** Absent for a person. */
  readonly token?: ProgramToken
}

/** An account as who calls. */
export function identityOf(account: {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly is_admin: boolean
  readonly site_id: number | null
}): Identity {
  const { id, username, name, is_admin: isAdmin, site_id: siteId } = account
  return { id, username, name, isAdmin, anonymous: false, siteId }
}

/** A program that acts for an account. */
export function programOf(user: Identity, token: Omit<ProgramToken, 'isOfAdmin'>): Identity {
  const administers = token.scopes.includes('administer') && token.datasetIds === null
  const { isAdmin: isOfAdmin } = user
  return { ...user, isAdmin: isOfAdmin && administers, token: { ...token, isOfAdmin } }
}

/** Administrators of a site administer its accounts and data; those of no site the installation. */
export function isInstallationAdmin({ isAdmin, siteId }: Identity): boolean {
  return isAdmin && siteId === null
}

/** The user that a call acts for. Queries find only objects of datasets in which they have the right. */
export interface Actor extends Identity {
  /** The right that the work needs in the datasets of its objects. */
  readonly needs: Right
}

/** The same user in work that needs another right. */
export function needing(actor: Actor, needs: Right): Actor {
  return { ...actor, needs }
}

export const visitor: Identity = {
  id: null,
  username: '',
  name: '',
  isAdmin: false,
  anonymous: false,
  siteId: null,
}

export const anonymousIdentity: Identity = {
  id: null,
  username: 'anonymous',
  name: 'Anonymous User',
  isAdmin: false,
  anonymous: true,
  siteId: null,
}

/** The caller of a request, as known to the server. */
export interface Caller {
  readonly actor: Identity
  /** Whole seconds until the session ends unless it is renewed; null without a session. */
  readonly lifetimeSeconds: number | null
  /** The step that the user must take before anything else. */
  readonly duty?: Duty | null
  /** What row-level security lets the caller's queries see. */
  readonly scope: Scope
}

/** Finds out who calls; implemented by the sessions feature. */
export interface Authenticator {
  /** @param renew whether this request counts as activity of the user. */
  authenticate(token: string | undefined, renew: boolean): Promise<Caller>
  /**
   * Authenticates a program by its access token.
   * @throws {Problem} too_many_requests
   */
  authenticateProgram(token: string): Promise<Caller>
}
