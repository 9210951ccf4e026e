import { z } from 'zod'

import { SignedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Password } from './passwords.ts'
import { Success } from './primitives.ts'

const longest = 16_384

export const startSingleSignOn = endpoint({
  method: 'POST',
  path: '/api/user/single-sign-on',
  summary: 'Begin to sign in at the identity provider; `url` is the address of its page',
  access: 'anyone',
  audited: true,
  secret: true,
  response: z.object({ url: z.url() }),
})

export const finishSingleSignOn = endpoint({
  method: 'POST',
  path: '/api/user/single-sign-on/finish',
  summary: 'Sign in, or link the own account, with the answer of the identity provider',
  access: 'anyone',
  audited: true,
  secret: true,
  seconds: 30,
  /** The query of the address to which the provider returned the browser. */
  body: z.strictObject({ answer: z.string().max(longest) }),
  response: SignedIn,
})

export const linkSingleSignOn = endpoint({
  method: 'POST',
  path: '/api/user/single-sign-on/link',
  summary:
    'Begin to link the own local account with one of the identity provider, with the current password; `finish` completes it',
  access: 'user',
  scope: null,
  audited: true,
  secret: true,
  body: z.strictObject({ password: Password }),
  response: z.object({ url: z.url() }),
})

export const endProviderSession = endpoint({
  method: 'POST',
  path: '/api/user/single-sign-on/logout',
  summary:
    'For the identity provider: end sessions (OpenID Connect Back-Channel Logout 1.0, as a form)',
  access: 'anyone',
  audited: true,
  body: z.object({ logout_token: z.string().min(1).max(longest) }),
  response: Success,
})
