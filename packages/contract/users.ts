import { z } from 'zod'

import { Email, User } from './account.ts'
import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { longestPassword, Username } from './passwords.ts'
import { Id, Instant, Success, Told } from './primitives.ts'

const byUsername = z.strictObject({ username: z.string() })
/** Set by an admin for somebody else: no rule but that there is one. */
const AnyPassword = z.string().min(1).max(longestPassword)
const FullName = z
  .string()
  .trim()
  .min(1, saying(message('users.nameRequired')))
  .max(100)

/** An account cannot sign in from this day on. */
export const Expiration = z.iso
  .date(saying(message('users.invalidDate')))
  .refine(
    (day) => Number(day.slice(0, 4)) >= 1000 && Number(day.slice(0, 4)) <= 3000,
    saying(message('users.invalidDate')),
  )

/** An account as administrators see it. */
export const Account = User.extend({
  /** Until when sign-in is refused after too many failures; null if it is not. */
  locked_until: Instant.nullable(),
  /** An authenticator app or a passkey. */
  has_second_factor: z.boolean(),
})
export type Account = z.infer<typeof Account>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All accounts, or those whose username or name contains the text',
  access: 'admin',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(1000).default(50),
    q: z.string().trim().max(100).default(''),
  }),
  /** `total` counts all accounts; `sends_mail` is whether links can be mailed. */
  response: z.object({ users: z.array(Account), total: z.int(), sends_mail: z.boolean() }),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/admin/user/',
  summary: 'Create an account; without a password, the person is invited by mail to choose one',
  access: 'admin',
  // Sets a password.
  scope: null,
  body: z
    .strictObject({
      username: Username.min(4, saying(message('users.usernameLength'))),
      password: AnyPassword.optional(),
      email: Email.optional(),
      name: FullName,
      isAdmin: z.boolean().default(false),
      group: z.string().trim().max(100).default(''),
      /** By administrators of the installation alone; those of a site add to theirs. */
      site_id: Id.nullable().optional(),
    })
    .refine(({ password, email }) => password !== undefined || email !== undefined, {
      path: ['password'],
      ...saying(message('mail.needsAddress')),
    }),
  status: 201,
  response: z.object({ user: User }),
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/user/:username',
  summary: 'Change the name, group, email address, password, rights or site of an account',
  access: 'admin',
  // Sets a password.
  scope: null,
  params: byUsername,
  body: z.strictObject({
    name: FullName.optional(),
    password: AnyPassword.optional(),
    group: z.string().trim().max(100).optional(),
    isAdmin: z.boolean().optional(),
    /**
     * Moves the account and its datasets to another site, by administrators of the installation.
     * Shares with people of other sites end.
     */
    site_id: Id.nullable().optional(),
    /** May reach any patient’s photographs in an emergency. */
    emergencyAccess: z.boolean().optional(),
    email: Email.nullable().optional(),
  }),
  response: Told,
})

export const setSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/user/:username/subscription',
  summary: 'Set the day on which an account expires',
  access: 'admin',
  params: byUsername,
  body: z.strictObject({ newSubDate: Expiration }),
  response: Told,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/user/:username',
  summary: 'Delete an account; its datasets go to the admin named by heir, else to the caller',
  access: 'admin',
  params: byUsername,
  query: z.strictObject({ heir: z.string().optional() }),
  response: Success,
})
