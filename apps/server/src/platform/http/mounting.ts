import type { Db } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import type { Authenticator, Identity } from './actor.ts'
import type { AuditedObject } from './route.ts'

/** One line of the audit trail. */
export interface AuditEntry extends AuditedObject {
  readonly actor: Identity
  readonly address: string
  readonly action: string
  /** The HTTP status of the answer. */
  readonly outcome: number
  /** Seconds during which one line covers repeated calls; 0 if each call is a separate access. */
  readonly accessSeconds: number
}

export interface Mounting {
  readonly db: Db
  /** The database as far as a caller's queries see it. */
  readonly within: (scope: Scope) => Db
  readonly authenticator: Authenticator
  readonly audit: (db: Db, entry: AuditEntry) => Promise<void>
  readonly uploads: { folder: string; bytes: number }
  readonly secureCookies: boolean
}
