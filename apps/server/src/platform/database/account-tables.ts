import type { Generated } from 'kysely'

import type { Scope } from '#contract/scopes'
import type { SecondFactorRule } from '#contract/second-factor'

import type { DefaultTime, JsonMap, MaybeTime, Time } from './columns.ts'

interface UserTable {
  id: Generated<number>
  username: string
  name: Generated<string>
  group_name: Generated<string>
  password_hash: string
  is_admin: Generated<boolean>
  site_id: Generated<number | null>
  has_emergency_access: Generated<boolean>
  has_temporary_password: Generated<boolean>
  must_change_password: Generated<boolean>
  email: string | null
  subscription_expiration: Generated<string>
  preferences: JsonMap
  created_at: DefaultTime
  last_seen_at: MaybeTime
  issuer: string | null
  subject: string | null
  confirmed_at: MaybeTime
  second_factor_removed_at: MaybeTime
  deleted_at: MaybeTime
}

interface SiteTable {
  id: Generated<number>
  name: string
  second_factor_for: Generated<SecondFactorRule['required_for']>
  created_at: DefaultTime
}

interface SessionTable {
  token_hash: Buffer
  user_id: number
  created_at: Time
  renewed_at: Time
  expires_at: Time
  ends_at: Time
  address: string
  user_agent: string
  owes_second_factor: Generated<boolean>
}

interface ProviderSessionTable {
  token_hash: Buffer
  sid: string | null
  sign_out_url: string | null
  refresh_token: string | null
  checked_at: Time
}

interface AccessTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  token_hash: Buffer
  scopes: Scope[]
  dataset_ids: number[] | null
  created_at: Time
  expires_at: Time
  last_used_at: MaybeTime
}

interface PasswordLinkTable {
  user_id: number
  token_hash: Buffer
  expires_at: Time
  mail: string | null
}

interface AuthenticatorTable {
  user_id: number
  secret: string
  added_at: Time
  last_step: number
}

interface PasskeyTable {
  id: Generated<number>
  user_id: number
  name: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  added_at: Time
  last_used_at: MaybeTime
}

interface RecoveryCodeTable {
  id: Generated<number>
  user_id: number
  code_hash: string
}

interface SignInFailureTable {
  subject: string
  failures: number
  last_failed_at: Time
  locked_until: MaybeTime
}

/** Accounts, and how people sign in. */
export interface AccountTables {
  app_user: UserTable
  site: SiteTable
  session: SessionTable
  provider_session: ProviderSessionTable
  access_token: AccessTokenTable
  password_link: PasswordLinkTable
  authenticator: AuthenticatorTable
  passkey: PasskeyTable
  recovery_code: RecoveryCodeTable
  sign_in_failure: SignInFailureTable
  sign_in_failure_from: { address: string; username: string; last_failed_at: Date }
}
