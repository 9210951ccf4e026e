import { z } from 'zod'

import { SignedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Password } from './passwords.ts'
import { PasskeySignIn } from './pending-sign-in.ts'
import { idParams, Label, Success } from './primitives.ts'
import { RecoveryCodes, Sealed } from './second-factor.ts'

const Base64Url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(20_000)

/** An answer of the browser (Web Authentication Level 3, section 5.1.8.1), as far as it is used. */
const answer = {
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}
const Registration = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(40)).max(20).default([]),
  }),
})
const Assertion = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
  }),
})
export type Assertion = z.infer<typeof Assertion>

/** The request to the browser to make a passkey (section 5.1.9 there). */
const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
})

const before = ['add_second_factor'] as const

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/passkeys/setup',
  summary: 'Begin to add a passkey',
  access: 'user',
  scope: null,
  audited: true,
  secret: true,
  before,
  body: z.strictObject({ password: Password }),
  /** `setup` is sent back within ten minutes. */
  response: z.object({ options: CreationOptions, setup: z.string() }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/passkeys',
  summary: 'Add the passkey that the browser has made',
  access: 'user',
  scope: null,
  audited: true,
  secret: true,
  before,
  body: z.strictObject({ setup: Sealed, name: Label, credential: Registration }),
  response: RecoveryCodes,
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/passkeys/:id/remove',
  summary: 'Remove an own passkey',
  access: 'user',
  scope: null,
  audited: true,
  params: idParams,
  body: z.strictObject({ password: Password }),
  response: Success,
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/user/login/passkey/begin',
  summary: 'Begin to sign in by a passkey, without a password',
  access: 'anyone',
  secret: true,
  response: PasskeySignIn,
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/user/login/passkey',
  summary: 'Sign in by a passkey, or finish a sign-in by it',
  access: 'anyone',
  audited: true,
  secret: true,
  body: z.strictObject({ attempt: Sealed, credential: Assertion }),
  response: SignedIn,
})
