import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, idParams, Label, Success } from './primitives.ts'
import { GivenRole } from './roles.ts'

/** A group of users as those see it who share a dataset with it. */
const NamedGroup = z.object({ id: Id, name: z.string(), members: z.int() })
export type NamedGroup = z.infer<typeof NamedGroup>

export const UserGroup = z.object({
  id: Id,
  name: z.string(),
  /** The usernames of its members. */
  users: z.array(z.string()),
  /** How many datasets are shared with it. */
  datasets: z.int(),
})
export type UserGroup = z.infer<typeof UserGroup>

const Usernames = z.array(z.string()).max(1000)

export const listGroupNames = endpoint({
  method: 'GET',
  path: '/api/group/',
  summary: 'The groups of users with which a dataset can be shared',
  access: 'user',
  scope: 'read',
  response: z.array(NamedGroup),
})

export const listUserGroups = endpoint({
  method: 'GET',
  path: '/api/admin/groups',
  summary: 'The groups of users with their members',
  access: 'admin',
  response: z.array(UserGroup),
})

export const createUserGroup = endpoint({
  method: 'POST',
  path: '/api/admin/group/',
  summary: 'Create a group of users',
  access: 'admin',
  body: z.strictObject({ name: Label, users: Usernames.default([]) }),
  status: 201,
  response: UserGroup,
})

export const updateUserGroup = endpoint({
  method: 'PATCH',
  path: '/api/admin/group/:id',
  summary: 'Rename a group of users, or replace its members',
  access: 'admin',
  params: idParams,
  body: z.strictObject({ name: Label.optional(), users: Usernames.optional() }),
  response: UserGroup,
})

export const deleteUserGroup = endpoint({
  method: 'DELETE',
  path: '/api/admin/group/:id',
  summary: 'Delete a group of users; its members lose the roles that it gave them',
  access: 'admin',
  params: idParams,
  response: Success,
})

export const SharedGroup = NamedGroup.extend({ role: GivenRole })
export type SharedGroup = z.infer<typeof SharedGroup>

export const listSharedGroups = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/groups',
  summary: 'The groups of users with which the dataset is shared',
  access: 'view',
  params: idParams,
  response: z.array(SharedGroup),
})
