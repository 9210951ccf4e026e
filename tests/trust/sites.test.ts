import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { getCurrentUser, login } from '#contract/account'
import { createAnnotation } from '#contract/annotations'
import { listAudit } from '#contract/audit'
import { getDatasetData, listMembers, shareDataset } from '#contract/datasets'
import { endpoints } from '#contract/endpoints'
import { getImage } from '#contract/images'
import { getReferences, setReferences } from '#contract/references'
import { createSite, deleteSite, listSites } from '#contract/sites'
import { createUser, deleteUser, listUsers, updateUser } from '#contract/users'

import {
  aboutSomebodysData,
  ask,
  inputOf,
  inSafeOrder,
} from '../../apps/server/src/testing/every-call.ts'
import { type Account, goodPassword } from '../../apps/server/src/testing/given.ts'
import { nothing, world } from '../../apps/server/src/testing/world.ts'

/** In names of the north, and nowhere else. */
const canary = 'canary'

/** Two clinics in one installation: the north has a thing of each kind, owned by kim. */
async function clinics() {
  const started = await world(canary)
  const { given, db, kim } = started
  const root = await given.user('root', { isAdmin: true })
  const north = await siteOf('North')
  const south = await siteOf('South')
  async function siteOf(name: string): Promise<number> {
    return (await root.call(createSite, { body: { name } })).body.id
  }
  await root.call(updateUser, { params: { username: 'kim' }, body: { site_id: north } })
  await signInAgain(kim)
  await db
    .updateTable('category')
    .set({ name: `${canary} lesion` })
    .execute()
  await db
    .updateTable('image')
    .set({
      patient_name: `${canary}^person`,
      patient_id: `${canary}-1`,
    })
    .execute()
  await db
    .updateTable('app_user')
    .set({ name: `${canary} Kim` })
    .where('id', '=', kim.id)
    .execute()
  const admin = (name: string, siteId: number) => given.user(name, { isAdmin: true, siteId })
  const [nora, sam] = [await admin('nora', north), await admin('sam', south)]
  // Not by a call, which the audit trail would show to administrators of the installation.
  await db
    .insertInto('user_group')
    .values({ name: `${canary} group`, site_id: north })
    .execute()
  return {
    ...started,
    root,
    north,
    south,
    nora,
    sam,
    sue: await given.user('sue', { siteId: south }),
  }
}

async function signInAgain(account: Account): Promise<void> {
  const body = { username: account.username, password: goodPassword }
  expect((await account.call(login, { body })).status).toBe(200)
}

test('nobody of another site, and no administrator of the installation, reaches a thing', async () => {
  const { root, sam, ids } = await clinics()
  for (const account of [root, sam]) {
    for (const [name, endpoint] of aboutSomebodysData) {
      const hidden = await ask(account, endpoint, inputOf(name, ids))
      const absent = await ask(account, endpoint, inputOf(name))
      expect([account.username, name, hidden]).toEqual([account.username, name, absent])
      expect([account.username, name, hidden.status]).toEqual([account.username, name, 404])
    }
  }
})

test('no list, search or count of another site tells a name', async () => {
  const { sam, sue, root, nora } = await clinics()
  const told: string[] = []
  for (const account of [sam, sue, nora, root]) {
    for (const [name, endpoint] of endpoints) {
      const isList = endpoint.method === 'GET' && endpoint.response !== 'events'
      if (!isList || endpoint.changesState) continue
      const { bytes } = await account.call(endpoint, inputOf(name, nothing))
      if (bytes.toString().includes(canary)) told.push(`${account.username} ${name}`)
    }
  }
  expect(told.filter((each) => !each.startsWith('nora'))).toEqual(
    // They manage the accounts of all sites.
    ['root listUsers'],
  )
  expect(told.length).toBeGreaterThan(5)
})

test('its own people work as they did without sites', async () => {
  const alone = await world()
  const { kim, ids } = await clinics()
  for (const [name, endpoint] of inSafeOrder(aboutSomebodysData)) {
    const before = await ask(alone.kim, endpoint, inputOf(name, alone.ids))
    const now = await ask(kim, endpoint, inputOf(name, ids))
    expect([name, now.status]).toEqual([name, before.status])
  }
})

test('a query that forgets the site finds no row of another: row-level security', async () => {
  const { db, parts, north, south } = await clinics()
  const { within } = parts
  const walled = await sql<{ name: string }>`
    select relname as name from pg_class where relrowsecurity order by 1`.execute(db)
  const names = walled.rows.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['annotation', 'dataset', 'image', 'task', 'user_group']),
  )
  const count = async (scope: Parameters<typeof within>[0], name: string) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(name)}`.execute(within(scope))
    return rows[0]?.n ?? 0
  }
  for (const name of names) {
    const all = await count('all', name)
    expect([name, await count(north, name)]).toEqual([name, all])
    expect([name, await count(south, name)]).toEqual([name, 0])
    expect([name, await count('none', name)]).toEqual([name, 0])
  }
  await expect(
    within(south).updateTable('image').set({ width: 1 }).executeTakeFirst(),
  ).resolves.toMatchObject({ numUpdatedRows: 0n })
})

test('an installation without sites has no walls', async () => {
  const { db } = await world()
  const { rows } = await sql`select from pg_class where relrowsecurity`.execute(db)
  expect(rows).toEqual([])
})

test('a photograph in the cache of another site is not confirmed', async () => {
  const { kim, sam, ids } = await clinics()
  const { headers } = await kim.call(getImage, { params: { id: ids.image } })
  const again = { params: { id: ids.image }, headers: { 'if-none-match': String(headers['etag']) } }
  expect((await kim.call(getImage, again)).status).toBe(304)
  expect((await sam.call(getImage, again)).status).toBe(404)
})

test('administrators of a site manage its accounts, and no others', async () => {
  const { sam, root, south } = await clinics()
  const list = async () => (await sam.call(listUsers, { query: {} })).body
  expect((await list()).users.map(({ username }) => username)).toEqual(['sam', 'sue'])
  expect((await list()).total).toBe(2)
  const body = { username: 'seth', password: goodPassword, name: 'Seth' }
  const made = await sam.call(createUser, { body })
  expect(made.body.user.site_id).toBe(south)
  const elsewhere = { ...body, username: 'steve', site_id: null }
  expect((await sam.call(createUser, { body: elsewhere })).status).toBe(403)
  for (const username of ['kim', 'root']) {
    const params = { username }
    expect((await sam.call(updateUser, { params, body: { isAdmin: false } })).status).toBe(404)
    expect((await sam.call(deleteUser, { params, query: {} })).status).toBe(404)
  }
  const out = { params: { username: 'seth' }, body: { site_id: null } }
  expect((await sam.call(updateUser, out)).status).toBe(403)
  expect((await sam.call(listSites)).status).toBe(403)
  // The heir of an account's datasets belongs to its site.
  const params = { username: 'seth' }
  expect((await root.call(deleteUser, { params, query: {} })).status).toBe(400)
  expect((await root.call(deleteUser, { params, query: { heir: 'sam' } })).status).toBe(200)
})

test('no call of an administrator reaches an account of another site', async () => {
  const { sam } = await clinics()
  const about = [...endpoints].filter(([, { path }]) =>
    path.startsWith('/api/admin/user/:username'),
  )
  expect(about.length).toBeGreaterThan(4)
  for (const [name, endpoint] of about) {
    const { status } = await ask(sam, endpoint, { ...inputOf(name), params: { username: 'kim' } })
    expect([name, status]).toEqual([name, 404])
  }
})

test('sharing ends at the site, and names nobody beyond it', async () => {
  const { kim, ids } = await clinics()
  const answer = await kim.call(shareDataset, {
    params: { id: ids.dataset },
    body: { users: ['nora', 'sam'] },
  })
  expect(answer.body).toMatchObject({ key: 'datasets.unknownUsers' })
  const { body } = await kim.call(listMembers, { params: { id: ids.dataset } })
  expect(body.map(({ username }) => username)).not.toContain('sam')
})

test('an account that moves takes its datasets along, and leaves those of others', async () => {
  const { kim, nora, root, given, ids, north, south } = await clinics()
  const lee = await given.user('lee', { siteId: north })
  const own = await given.dataset(lee, { sharedWith: [kim] })
  await kim.call(shareDataset, { params: { id: ids.dataset }, body: { users: ['lee'] } })
  const see = async (account: typeof kim, id: number) =>
    (await account.call(getDatasetData, { params: { id }, query: { limit: 1 } })).status
  expect([await see(lee, ids.dataset), await see(kim, own.id)]).toEqual([200, 200])
  await root.call(updateUser, { params: { username: 'kim' }, body: { site_id: south } })
  expect((await kim.call(getCurrentUser)).status).toBe(401)
  await signInAgain(kim)
  expect([await see(lee, ids.dataset), await see(nora, ids.dataset)]).toEqual([404, 404])
  expect([await see(kim, own.id), await see(kim, ids.dataset)]).toEqual([404, 200])
  const body = { image_id: ids.image, category_id: ids.category }
  expect((await kim.call(createAnnotation, { body })).status).toBe(201)
})

test('each site has references and an audit trail of its own', async () => {
  const { kim, nora, sam, root, ids } = await clinics()
  const reference = {
    measure: 'crae' as const,
    sex: null,
    age_from: 40,
    age_to: 60,
    mean: 150,
    sd: 14,
    n: 300,
    source: 'North',
  }
  await nora.call(setReferences, { body: { references: [reference], replaces: null } })
  expect((await sam.call(getReferences)).body.references).toEqual([])
  expect((await root.call(getReferences)).body.references).toEqual([])
  await kim.call(getDatasetData, { params: { id: ids.dataset } })
  const seen = async (account: typeof kim) =>
    new Set(
      (await account.call(listAudit, { query: { limit: 200 } })).body.events.map(
        ({ username }) => username,
      ),
    )
  expect(await seen(sam)).not.toContain('kim')
  expect(await seen(nora)).toContain('kim')
  expect(await seen(root)).toContain('kim')
})

test('a site goes only once it is empty', async () => {
  const { root, north, south, sam } = await clinics()
  expect((await root.call(deleteSite, { params: { id: north } })).body).toMatchObject({
    key: 'sites.notEmpty',
  })
  for (const username of ['sue', 'sam']) {
    await root.call(updateUser, { params: { username }, body: { site_id: null } })
  }
  expect((await root.call(deleteSite, { params: { id: south } })).status).toBe(200)
  expect((await root.call(createSite, { body: { name: 'north' } })).status).toBe(409)
  expect((await root.call(listSites)).body.sites.map(({ name }) => name)).toEqual(['North'])
  expect((await sam.call(getCurrentUser)).status).toBe(401)
})
