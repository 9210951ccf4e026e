import { message } from '#contract/messages/message'
import {
  createUserGroup,
  deleteUserGroup,
  listGroupNames,
  listUserGroups,
  updateUserGroup,
  type UserGroup,
} from '#contract/user-groups'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import {
  announceMembers,
  datasetsOfGroup,
  findGroup,
  listGroups,
  replaceGroupMembers,
} from './queries.ts'

export function userGroupRoutes(): Route[] {
  return [
    serve(listGroupNames, async ({ db, actor }) => {
      const groups = await listGroups(db, actor)
      return groups.map(({ id, name, users }) => ({ id, name, members: users.length }))
    }),

    serve(listUserGroups, ({ db, actor }) => listGroups(db, actor)),

    serve(createUserGroup, async ({ db, actor, body, concerns }) => {
      const { id } = await db
        .insertInto('user_group')
        .values({ name: body.name, site_id: actor.siteId })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch(refuseTaken(body.name))
      concerns({ type: 'group', id, detail: body })
      await fill(db, id, body.users)
      return getGroup(db, actor, id)
    }),

    serve(updateUserGroup, async ({ db, actor, params, body, concerns }) => {
      const before = await getGroup(db, actor, params.id)
      const { name = before.name, users = before.users } = body
      concerns({
        type: 'group',
        id: before.id,
        detail: { name, ...changesOf(before.users, users) },
      })
      await db
        .updateTable('user_group')
        .set({ name })
        .where('id', '=', before.id)
        .execute()
        .catch(refuseTaken(name))
      await fill(db, before.id, users)
      return getGroup(db, actor, before.id)
    }),

    serve(deleteUserGroup, async ({ db, actor, params, concerns }) => {
      const { id, name, users } = await getGroup(db, actor, params.id)
      concerns({ type: 'group', id, detail: { name, users } })
      const datasets = await datasetsOfGroup(db, id)
      await db.deleteFrom('user_group').where('id', '=', id).execute()
      await announceMembers(db, datasets)
      return { success: true } as const
    }),
  ]
}

async function getGroup(db: Db, actor: Actor, id: number): Promise<UserGroup> {
  const group = await findGroup(db, actor, id)
  if (group === undefined) throw notFound('group')
  return group
}

async function fill(db: Db, id: number, usernames: readonly string[]): Promise<void> {
  const unknown = await replaceGroupMembers(db, id, usernames)
  if (unknown.length > 0) {
    throw new Problem(
      'invalid_input',
      message('datasets.unknownUsers', { usernames: unknown.join(', ') }),
      { fields: { users: message('datasets.namesUnknownUsers') } },
    )
  }
  await announceMembers(db, await datasetsOfGroup(db, id))
}

function changesOf(before: readonly string[], after: readonly string[]) {
  return { joined: without(after, before), left: without(before, after) }
}

/** Usernames are the same in any case. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map((name) => name.toLowerCase()))
  return names.filter((name) => !known.has(name.toLowerCase()))
}

function refuseTaken(name: string) {
  return (error: unknown): never => {
    throw breaksUnique(error, 'user_group_name')
      ? new Problem('name_taken', message('userGroups.nameTaken', { name }))
      : error
  }
}
