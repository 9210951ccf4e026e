import { z } from 'zod'

import { SignedIn } from './account.ts'
import { duties } from './duties.ts'
import { endpoint } from './endpoint.ts'
import { Password } from './passwords.ts'
import { Id, Instant, Success, Told } from './primitives.ts'

/** A passkey of the user's account. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  added_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** A step that the server has sealed, and that the browser sends back with the next one. */
export const Sealed = z.string().min(1).max(4000)

/** For the authenticator app's six digits, or one of the recovery codes. */
const Code = z.string().trim().min(1).max(40)

/** How often a new set of recovery codes can be used. */
export const recoveryCodeCount = 10

export const finishSignIn = endpoint({
  method: 'POST',
  path: '/api/user/login/second-factor',
  summary: 'Finish a sign-in by a code of the authenticator app or a recovery code',
  access: 'anyone',
  audited: true,
  secret: true,
  body: z.strictObject({ pending: Sealed, code: Code }),
  response: SignedIn,
})

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/user/second-factor',
  summary: 'The own second factors',
  access: 'user',
  scope: null,
  before: duties,
  response: z.object({
    /** When the authenticator app was added; null if there is none. */
    authenticator: Instant.nullable(),
    passkeys: z.array(Passkey),
    /** Whether passkeys can be added: the operator has set a public address with a domain. */
    passkeys_possible: z.boolean(),
    /** Recovery codes that were not used yet. */
    recovery_codes: z.int(),
    /** Whether the account must have a second factor. */
    required: z.boolean(),
  }),
})

const before = ['add_second_factor'] as const
/** The current password: an unattended screen must not be enough to change the factors. */
const withPassword = { password: Password }

export const beginAuthenticator = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/authenticator/setup',
  summary: 'A secret for an authenticator app; it is kept once a code of it is sent',
  access: 'user',
  scope: null,
  audited: true,
  secret: true,
  before,
  body: z.strictObject(withPassword),
  /** `secret` in base32, `uri` the same for a QR code, `setup` to send back within ten minutes. */
  response: z.object({ secret: z.string(), uri: z.string(), setup: z.string() }),
})

/** Only this answer contains the codes; null if the account already has some. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })

export const addAuthenticator = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/authenticator',
  summary: 'Add the authenticator app, in place of a former one',
  access: 'user',
  scope: null,
  audited: true,
  secret: true,
  before,
  body: z.strictObject({ setup: Sealed, code: Code }),
  response: RecoveryCodes,
})

export const removeAuthenticator = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/authenticator/remove',
  summary: 'Remove the own authenticator app',
  access: 'user',
  scope: null,
  audited: true,
  body: z.strictObject(withPassword),
  response: Success,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/recovery-codes',
  summary: 'New recovery codes, in place of the former ones',
  access: 'user',
  scope: null,
  audited: true,
  secret: true,
  body: z.strictObject(withPassword),
  response: RecoveryCodes,
})

/** Whose local accounts must have a second factor; each includes the former. */
export const requirements = ['nobody', 'administrators', 'everybody'] as const
export const SecondFactorRule = z.strictObject({ required_for: z.enum(requirements) })
export type SecondFactorRule = z.infer<typeof SecondFactorRule>

/** The rule of the administrator's site; the installation's requires at least so much. */
const ShownRule = SecondFactorRule.extend({ at_least: z.enum(requirements) })

export const getSecondFactorRule = endpoint({
  method: 'GET',
  path: '/api/admin/second-factor',
  summary: 'Who must have a second factor',
  access: 'admin',
  scope: null,
  audited: false,
  response: ShownRule,
})

export const setSecondFactorRule = endpoint({
  method: 'PUT',
  path: '/api/admin/second-factor',
  summary:
    'Require a second factor, from the next sign-in of each user on: in the own site, or in the installation',
  access: 'admin',
  scope: null,
  body: SecondFactorRule,
  response: ShownRule,
})

export const removeSecondFactors = endpoint({
  method: 'POST',
  path: '/api/admin/user/:username/second-factor/remove',
  summary:
    'Remove the second factors and recovery codes of an account, and end its sessions; its user is told at the next sign-in',
  access: 'admin',
  scope: null,
  params: z.strictObject({ username: z.string() }),
  response: Told,
})

export const confirmFactorRemoval = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/removal-seen',
  summary: 'Confirm having seen that an administrator has removed the own second factors',
  access: 'user',
  scope: null,
  before: duties,
  body: z.strictObject({}),
  response: Success,
})
