import { z } from 'zod'

import { duties } from './duties.ts'
import { endpoint } from './endpoint.ts'
import { noticeKinds } from './mails.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { NewPassword, Password, Username } from './passwords.ts'
import { Day, Id, Instant, Success } from './primitives.ts'

/** An email address, at which an account gets its mails. */
export const Email = z.email(saying(message('mail.invalidAddress'))).max(254)

export const User = z.object({
  id: Id.nullable(),
  username: z.string(),
  name: z.string(),
  is_admin: z.boolean(),
  anonymous: z.boolean(),
  subscription_expiration: Day.nullable(),
  last_seen: Instant.nullable(),
  group: z.string(),
  /** An administrator has set it, and the user has not changed it since. */
  has_temporary_password: z.boolean(),
  /** Signs in at the identity provider, and has no password here. */
  external: z.boolean(),
  /** The clinic of several in this installation; null for the installation itself. */
  site_id: Id.nullable(),
  /** May reach the photographs of any patient in an emergency. */
  emergency_access: z.boolean(),
  /** Where its mails go; null: it gets none. */
  email: z.string().nullable(),
})
export type User = z.infer<typeof User>

/** Administrators of a site administer its accounts and data; those of no site the installation. */
export function isInstallationAdmin(user: Pick<User, 'is_admin' | 'site_id'>): boolean {
  return user.is_admin && user.site_id === null
}

/** The user of a session. */
export const SignedInUser = User.extend({
  /** The step to take before any other call is answered; null if there is none. */
  duty: z.enum(duties).nullable(),
  /** When an administrator removed the second factors: in the answer to the first sign-in after it. */
  second_factor_removed_at: Instant.nullable(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

export const SignedIn = z.object({ user: SignedInUser })

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user/',
  summary: 'Who is signed in',
  access: 'user',
  scope: 'read',
  before: duties,
  secret: true,
  response: SignedIn,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/user/login',
  summary: 'Sign in',
  access: 'anyone',
  audited: true,
  secret: true,
  body: z.strictObject({ username: z.string().min(1).max(64), password: Password }),
  response: SignedIn,
})

export const Registration = z
  .strictObject({
    username: Username,
    password: NewPassword,
    confirm_password: z.string(),
    name: z.string().trim().max(100).default(''),
  })
  .refine((body) => body.password === body.confirm_password, {
    path: ['confirm_password'],
    ...saying(message('passwords.differ')),
  })

export const register = endpoint({
  method: 'POST',
  path: '/api/user/register',
  summary: 'Create an account; the first one is the administrator',
  access: 'anyone',
  audited: true,
  secret: true,
  body: Registration,
  status: 201,
  response: SignedIn,
})

const logoutCall = {
  path: '/api/user/logout',
  summary: 'Sign out',
  access: 'anyone',
  audited: true,
  changesState: true,
  /** `sign_out_url` is where the browser signs out at the identity provider, too; null if it need not. */
  response: Success.extend({ sign_out_url: z.url().nullable() }),
} as const
export const logout = endpoint({ ...logoutCall, method: 'POST' })
/** The same for callers that know only the documented GET. */
export const logoutByGet = endpoint({ ...logoutCall, method: 'GET' })

/** The new password is longer than 5 characters, as the specification has it for this form. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change the own password; every other session of the account ends',
  access: 'user',
  scope: null,
  audited: true,
  before: ['change_password'],
  body: z
    .strictObject({
      password: Password,
      new_password: z
        .string()
        .min(6, saying(message('passwords.longer')))
        .max(1024),
      confirm_password: z.string(),
    })
    .refine((body) => body.new_password === body.confirm_password, {
      path: ['confirm_password'],
      ...saying(message('passwords.differ')),
    }),
  response: Success,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/user/email',
  summary: 'Change the own email address, with the current password',
  access: 'user',
  scope: null,
  audited: true,
  body: z.strictObject({ password: Password, email: Email.nullable() }),
  response: Success,
})

/** Preferences of tools, shortcuts and language: the web app's own, kept as they are. */
export const Preferences = z.looseObject({
  language: z.enum(['en', 'ko']).optional(),
  /** Notices that the user does not want by mail. */
  mailsOff: z.array(z.enum(noticeKinds)).optional(),
})
export type Preferences = z.infer<typeof Preferences>

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/api/user/preferences',
  summary: 'Replace the own preferences',
  access: 'user',
  scope: null,
  before: duties,
  body: Preferences,
  response: Success,
})

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/user/preferences',
  summary: 'The own preferences',
  access: 'user',
  scope: null,
  before: duties,
  response: Preferences,
})

export const searchDirectory = endpoint({
  method: 'GET',
  path: '/api/user/directory',
  summary: 'Names of users, for sharing; at most 20',
  access: 'user',
  scope: 'administer',
  query: z.strictObject({ q: z.string().max(64).default('') }),
  response: z.array(z.object({ username: z.string(), name: z.string() })),
})
