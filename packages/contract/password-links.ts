import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { NewPassword } from './passwords.ts'
import { Instant, Success, Told } from './primitives.ts'

/** How long a link can be used. */
export const passwordLinkHours = 24

/** Secret part of a link, which browsers keep to themselves: it is the fragment of the address. */
const token = z.string().min(1).max(100)

export const createPasswordLink = endpoint({
  method: 'POST',
  path: '/api/admin/user/:username/password-link',
  summary:
    'A link by which a user chooses a new password, once; it is told only in this answer. Ends the sessions of the account and its former link',
  access: 'admin',
  scope: null,
  secret: true,
  params: z.strictObject({ username: z.string() }),
  status: 201,
  response: z.object({ url: z.url(), expires_at: Instant }),
})

export const mailPasswordLink = endpoint({
  method: 'POST',
  path: '/api/admin/user/:username/password-link/mail',
  summary:
    'Mail a link by which a user chooses a new password, once. Ends the sessions of the account and its former link',
  access: 'admin',
  scope: null,
  params: z.strictObject({ username: z.string() }),
  response: Told,
})

/** Not a GET, so that the token is in no log of a proxy. */
export const readPasswordLink = endpoint({
  method: 'POST',
  path: '/api/user/password-link',
  summary: 'Whose password can be chosen by a link',
  access: 'anyone',
  secret: true,
  body: z.strictObject({ token }),
  response: z.object({ username: z.string(), expires_at: Instant }),
})

export const choosePassword = endpoint({
  method: 'POST',
  path: '/api/user/password-link/password',
  summary: 'Choose a new password by a link',
  access: 'anyone',
  audited: true,
  secret: true,
  body: z
    .strictObject({ token, new_password: NewPassword, confirm_password: z.string() })
    .refine((body) => body.new_password === body.confirm_password, {
      path: ['confirm_password'],
      ...saying(message('passwords.differ')),
    }),
  response: Success,
})
