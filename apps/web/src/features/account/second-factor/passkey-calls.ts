import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

import {
  addPasskey,
  type beginPasskey,
  beginPasskeySignIn,
  signInByPasskey,
} from '#contract/passkeys'
import type { PasskeySignIn } from '#contract/pending-sign-in'

import { call, type CallOutput } from '../../../api/call.ts'
import { NoPasskey } from './no-passkey.ts'

async function fromBrowser<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new NoPasskey('The browser gave no passkey.', { cause: error })
  }
}

/** Signs in by a passkey: without a password, or to finish the sign-in that is given. */
export async function signInWithPasskey(
  given: PasskeySignIn | null,
): Promise<CallOutput<typeof signInByPasskey>> {
  const { options, attempt } = given ?? (await call(beginPasskeySignIn))
  const { id, rawId, response } = await fromBrowser(() =>
    startAuthentication({ optionsJSON: options }),
  )
  const credential = {
    id,
    rawId,
    response,
    type: 'public-key',
    clientExtensionResults: {},
  } as const
  return call(signInByPasskey, { body: { attempt, credential } })
}

/** Lets the browser make a passkey, and adds it to the account. */
export async function makePasskey(
  { options, setup }: CallOutput<typeof beginPasskey>,
  name: string,
): Promise<CallOutput<typeof addPasskey>> {
  const { id, rawId, response } = await fromBrowser(() =>
    startRegistration({ optionsJSON: options }),
  )
  const credential = {
    id,
    rawId,
    response,
    type: 'public-key',
    clientExtensionResults: {},
  } as const
  return call(addPasskey, { body: { setup, name, credential } })
}
