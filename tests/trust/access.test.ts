import { expect, test } from 'vitest'

import { createAnnotation } from '#contract/annotations'
import { shareDataset } from '#contract/datasets'
import { endpoints } from '#contract/endpoints'
import { includes, isRight, standings, type GivenRole, type Standing } from '#contract/roles'
import { createUserGroup } from '#contract/user-groups'

import {
  aboutSomebodysData,
  ask,
  callsAboutData,
  inputOf,
  inSafeOrder,
} from '../../apps/server/src/testing/every-call.ts'
import type { Account } from '../../apps/server/src/testing/given.ts'
import { startApp, type TestApp } from '../../apps/server/src/testing/start-app.ts'
import { nothing, world, type World } from '../../apps/server/src/testing/world.ts'

/** Routes of the server outside the contract: the pages, the handbook, and the API page of administrators. */
const pages = /^\/(docs(\*|\/.*)?|api(\*|\/json|\/yaml|\/static\/.*|\/oauth2-redirect.*)?|\*)?$/

test('the server answers only calls of the contract: nothing else answers', async () => {
  const { app } = await startApp()
  const declared = new Set(
    [...endpoints.values()].map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`),
  )
  const served = servedBy(app.printRoutes({ commonPrefix: false }))
  expect(served.length).toBeGreaterThanOrEqual(declared.size)
  const others = served.filter((route) => !declared.has(route))
  expect(others.filter((route) => !pages.test(route.split(' ')[1] ?? ''))).toEqual([])
})

test('every call about somebody’s data is in the tables of these tests', () => {
  expect(Object.keys(callsAboutData).toSorted()).toEqual(
    aboutSomebodysData.map(([name]) => name).toSorted(),
  )
})

test('who is not signed in gets 401 from everything but the calls for visitors', async () => {
  const { visitor } = await startApp()
  expect(await othersThan(401, visitor)).toEqual([])
})

test.each([
  ['expired', { subscription_expiration: '2020-01-01' }],
  ['deleted', { deleted_at: new Date() }],
])('an account that is %s is a visitor, with a session that was its own too', async (_, change) => {
  const { kim, db, ids } = await world()
  await db.updateTable('app_user').set(change).where('username', '=', 'kim').execute()
  expect(await othersThan(401, kim, ids)).toEqual([])
})

test('administration answers 403 to a user and leaves a trace', async () => {
  const { given, db } = await startApp()
  const kim = await given.user('kim')
  for (const [name, endpoint] of endpoints) {
    if (endpoint.access !== 'admin' && endpoint.access !== 'installation') continue
    const { status } = await ask(kim, endpoint, inputOf(name))
    expect([name, status]).toEqual([name, 403])
    const trace = await db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', name)
      .execute()
    expect(trace).toMatchObject([{ username: 'kim', outcome: 403 }])
  }
})

test('a stranger is answered about every thing of another’s dataset as if it did not exist', async () => {
  const { given, ids } = await world()
  const stranger = await given.user('stranger')
  for (const [name, endpoint] of aboutSomebodysData) {
    const hidden = await ask(stranger, endpoint, inputOf(name, ids))
    const absent = await ask(stranger, endpoint, inputOf(name))
    expect([name, hidden.status]).toEqual([name, 404])
    expect([name, hidden.body]).toEqual([name, absent.body])
  }
})

test('everybody may do to a dataset exactly what the table of rights gives their role', async () => {
  const owner = await answersOf('owner')
  for (const standing of standings) {
    const answers = standing === 'owner' ? owner : await answersOf(standing)
    for (const [name, { access }] of aboutSomebodysData) {
      // A category belongs to its creator, in every dataset that uses it.
      const isAllowed = isRight(access) ? includes(access, [standing]) : isMightier(standing)
      const found = isForeign(name, standing) ? 404 : owner[name]
      const expected = isAllowed ? found : 403
      expect([standing, name, answers[name]]).toEqual([standing, name, expected])
    }
  }
})

/** A comment is its author's alone; here it is the owner's. */
function isForeign(name: string, standing: Standing): boolean {
  return standing !== 'owner' && ['changeComment', 'deleteComment'].includes(name)
}

test('a refusal for want of a right has a code of its own and says who may', async () => {
  const { kim, given, ids } = await world()
  const lee = await given.user('lee')
  await shareAs(kim, ids, { username: 'lee', role: 'viewer' })
  for (const [name, endpoint] of inSafeOrder(aboutSomebodysData)) {
    if (!isRight(endpoint.access) || includes(endpoint.access, ['viewer'])) continue
    const { body } = await ask(lee, endpoint, inputOf(name, ids))
    const refusal = { code: 'missing_right', key: expect.stringMatching(/^rights\./) as unknown }
    expect([name, body]).toMatchObject([name, refusal])
  }
})

test('who loses a role loses its rights at once', async () => {
  const { kim, given, ids } = await world()
  const lee = await given.user('lee')
  const annotate = () =>
    lee.call(createAnnotation, { body: { image_id: ids.image, category_id: ids.category } })
  await shareAs(kim, ids, 'lee')
  expect((await annotate()).status).toBe(201)
  await shareAs(kim, ids, { username: 'LEE', role: 'viewer' })
  expect((await annotate()).status).toBe(403)
  await shareAs(kim, ids, 'lee')
  expect((await annotate()).status).toBe(403)
  await kim.call(shareDataset, { params: { id: ids.dataset }, body: { users: [] } })
  expect((await annotate()).status).toBe(404)
})

test('nothing that changes state is done for a page of another site', async () => {
  const { kim, ids, db } = await world()
  await db.updateTable('app_user').set({ is_admin: true }).where('username', '=', 'kim').execute()
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    for (const [name, endpoint] of endpoints) {
      if (!endpoint.changesState) continue
      const { status } = await ask(kim, endpoint, { ...inputOf(name, ids), headers })
      expect([name, status]).toEqual([name, 403])
    }
  }
})

/** The calls that are answered otherwise than so, but for those that anybody may make. */
async function othersThan(status: number, account: Pick<Account, 'call'>, ids: World = nothing) {
  const others: [string, number][] = []
  for (const [name, endpoint] of endpoints) {
    if (endpoint.access === 'anyone') continue
    const answer = await ask(account, endpoint, inputOf(name, ids))
    if (answer.status !== status) others.push([name, answer.status])
  }
  return others
}

/** Whether the category of the tests, which is the owner's, is theirs to change. */
function isMightier(standing: Standing): boolean {
  return standing === 'owner' || standing === 'administrator'
}

async function shareAs(
  kim: Account,
  ids: World,
  user: string | { username: string; role: GivenRole },
): Promise<void> {
  await kim.call(shareDataset, { params: { id: ids.dataset }, body: { users: [user] } })
}

/** Makes lee a viewer, and a grader by a group: the higher role counts. */
async function shareByGroup(given: TestApp['given'], kim: Account, ids: World): Promise<void> {
  const admin = await given.user('admin', { isAdmin: true })
  const group = await admin.call(createUserGroup, { body: { name: 'Graders', users: ['lee'] } })
  const body = {
    users: [{ username: 'lee', role: 'viewer' as const }],
    groups: [{ id: group.body.id, role: 'grader' as const }],
  }
  await kim.call(shareDataset, { params: { id: ids.dataset }, body })
}

/** The answers that a user gets to each call about kim's dataset, in a separate server. */
async function answersOf(standing: Standing) {
  const { kim, given, ids } = await world()
  const other =
    standing === 'owner' ? kim : await given.user('lee', { isAdmin: standing === 'administrator' })
  if (standing === 'grader') await shareByGroup(given, kim, ids)
  else if (standing !== 'owner' && standing !== 'administrator')
    await shareAs(kim, ids, { username: 'lee', role: standing })
  const answers: Record<string, number> = {}
  for (const [name, endpoint] of inSafeOrder(aboutSomebodysData))
    answers[name] = (await ask(other, endpoint, inputOf(name, ids))).status
  return answers
}

/** `METHOD /path` for each route of Fastify's tree of routes. */
function servedBy(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (found === null) return []
    const [, indent = '', piece = '', methods] = found
    above.splice(indent.length / 4, Infinity, piece)
    const path = above.join('').replace(/\/$/, '')
    return (methods ?? '')
      .split(', ')
      .flatMap((method) =>
        method === '' || method === 'HEAD' || method === 'OPTIONS' ? [] : [`${method} ${path}`],
      )
  })
}
