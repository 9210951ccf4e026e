import { describe, expect, test } from 'vitest'

import {
  createDataset,
  deleteDataset,
  getDatasetData,
  listDatasets,
  listMembers,
  nameClinicians,
  shareDataset,
  updateDataset,
} from '#contract/datasets'

import type { GivenRole } from '#contract/roles'
import { startApp } from '../../testing/start-app.ts'

test('creating a dataset creates missing categories and reuses the others', async () => {
  const { given } = await startApp()
  const kim = await given.user()
  const first = await kim.call(createDataset, {
    body: { name: 'Baseline', categories: ['disc', 'Drusen'] },
  })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    name: 'Baseline',
    numberImages: 0,
    permissions: { owner: true, delete: true },
  })
  const second = await kim.call(createDataset, {
    body: { name: 'Follow-up', categories: ['drusen', 'disc'] },
  })
  expect(new Set(second.body.categories)).toEqual(new Set(first.body.categories))
})

test('a dataset can also be created by query and by form, as the specification allows', async () => {
  const { given, app } = await startApp()
  const kim = await given.user()
  expect((await kim.call(createDataset, { query: { name: 'By query' } })).status).toBe(201)
  const form = await app.inject({
    method: 'POST',
    url: createDataset.path,
    cookies: Object.fromEntries(kim.cookies),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'name=By+form&categories=disc&categories=cup',
  })
  expect(form.statusCode).toBe(201)
  expect(form.json().categories).toHaveLength(2)
})

test.each(['', '  ', '..', 'a/b', 'a\\b', 'a\u0000b', 'x'.repeat(101)])(
  'the dataset name %j is refused',
  async (name) => {
    const { given } = await startApp()
    const kim = await given.user()
    const answer = await kim.call(createDataset, { body: { name } })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('name')
  },
)

test('a name that is taken is refused, which mentions a dataset in the undo list', async () => {
  const { given } = await startApp()
  const kim = await given.user()
  const { id } = await given.dataset(kim, { name: 'Baseline' })
  const again = await kim.call(createDataset, { body: { name: 'baseline' } })
  expect(again.status).toBe(409)
  expect(again.body.message).toBe('Dataset already exists.')
  await kim.call(deleteDataset, { params: { id } })
  const deleted = await kim.call(createDataset, { body: { name: 'Baseline' } })
  expect(deleted.body.message).toContain('undo list')
})

describe('sharing', () => {
  test('a member sees and annotates a shared dataset but may neither share nor delete it', async () => {
    const { given } = await startApp()
    const [kim, lee] = [await given.user('kim'), await given.user('lee')]
    const dataset = await given.dataset(kim, { sharedWith: [lee] })
    const params = { id: dataset.id }
    expect((await lee.call(getDatasetData, { params })).body.dataset.permissions).toEqual({
      owner: false,
      delete: false,
      review: false,
    })
    expect(
      (
        await lee.call(updateDataset, {
          params,
          body: { default_annotation_metadata: { grade: 1 } },
        })
      ).status,
    ).toBe(200)
    expect((await lee.call(shareDataset, { params, body: { users: [] } })).status).toBe(403)
    expect((await lee.call(deleteDataset, { params })).status).toBe(403)
  })

  test('a member adds categories by name to the existing ones', async () => {
    const { given } = await startApp()
    const [kim, lee] = [await given.user('kim'), await given.user('lee')]
    const dataset = await given.dataset(kim, { sharedWith: [lee], categories: ['Drusen'] })
    const params = { id: dataset.id }
    const add = () =>
      lee.call(updateDataset, { params, body: { add_categories: ['Arterioles', 'Venules'] } })
    expect((await add()).body.categories).toHaveLength(3)
    expect((await add()).body.categories).toHaveLength(3)
    const { categories } = (await kim.call(getDatasetData, { params })).body
    expect(categories.map(({ name }) => name).toSorted()).toEqual([
      'Arterioles',
      'Drusen',
      'Venules',
    ])
  })

  test('a user who is not a member gets the same answer as if the dataset did not exist', async () => {
    const { given } = await startApp()
    const [kim, lee] = [await given.user('kim'), await given.user('lee')]
    const dataset = await given.dataset(kim)
    const hidden = await lee.call(getDatasetData, { params: { id: dataset.id } })
    const missing = await lee.call(getDatasetData, { params: { id: 999_999 } })
    expect(hidden.status).toBe(404)
    expect(hidden.body).toEqual(missing.body)
    expect((await lee.call(listDatasets)).body.datasets).toEqual([])
  })

  test('a member has the role that the owner gives, keeps it until it is changed, and is a grader otherwise', async () => {
    const { given, db } = await startApp()
    const kim = await given.user('kim')
    for (const name of ['lee', 'park', 'choi']) await given.user(name)
    const params = { id: (await given.dataset(kim)).id }
    const share = (users: (string | { username: string; role: GivenRole })[]) =>
      kim.call(shareDataset, { params, body: { users } })
    const roles = async () => {
      const { body } = await kim.call(listMembers, { params })
      return body.map(({ username, role }) => `${username} ${role}`)
    }
    await share(['lee', { username: 'park', role: 'viewer' }])
    expect(await roles()).toEqual(['kim owner', 'lee grader', 'park viewer'])
    await share(['choi', 'park', { username: 'lee', role: 'clinician' }])
    expect(await roles()).toEqual(['kim owner', 'choi grader', 'lee clinician', 'park viewer'])
    await share(['park'])
    const trail = await db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'shareDataset')
      .orderBy('id')
      .execute()
    expect(trail.map(({ detail }) => detail['roles'])).toEqual([
      [
        { username: 'lee', from: null, to: 'grader' },
        { username: 'park', from: null, to: 'viewer' },
      ],
      [
        { username: 'lee', from: 'grader', to: 'clinician' },
        { username: 'choi', from: null, to: 'grader' },
      ],
      [
        { username: 'lee', from: 'clinician', to: null },
        { username: 'choi', from: 'grader', to: null },
      ],
    ])
  })

  test('naming the clinicians changes roles, and shares the dataset with nobody', async () => {
    const { given } = await startApp()
    const kim = await given.user('kim')
    const [lee, park] = [await given.user('lee'), await given.user('park')]
    const params = { id: (await given.dataset(kim, { sharedWith: [lee] })).id }
    const name = (users: string[]) => kim.call(nameClinicians, { params, body: { users } })
    expect((await name(['lee'])).status).toBe(200)
    const seen = (await lee.call(getDatasetData, { params })).body.dataset
    expect([seen.role, seen.rights.includes('review')]).toEqual(['clinician', true])
    const refused = await name(['park'])
    expect([refused.status, refused.body]).toMatchObject([400, { key: 'datasets.notMembers' }])
    expect((await park.call(getDatasetData, { params })).status).toBe(404)
    expect((await name([])).status).toBe(200)
    expect((await lee.call(getDatasetData, { params })).body.dataset.role).toBe('grader')
  })

  test('an unknown username changes nothing', async () => {
    const { given } = await startApp()
    const [kim, lee] = [await given.user('kim'), await given.user('lee')]
    const dataset = await given.dataset(kim, { sharedWith: [lee] })
    const params = { id: dataset.id }
    const answer = await kim.call(shareDataset, { params, body: { users: ['lee', 'nobody'] } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('nobody')
    const members = await kim.call(listMembers, { params })
    expect(members.body.map((member) => [member.username, member.is_owner])).toEqual([
      ['kim', true],
      ['lee', false],
    ])
  })

  test('an administrator sees every dataset', async () => {
    const { given } = await startApp()
    const [kim, admin] = [await given.user('kim'), await given.user('admin', { isAdmin: true })]
    await given.dataset(kim)
    expect((await admin.call(listDatasets)).body.datasets).toHaveLength(1)
  })
})

test('a deleted dataset is missing from every list', async () => {
  const { given } = await startApp()
  const kim = await given.user()
  const dataset = await given.dataset(kim)
  await kim.call(deleteDataset, { params: { id: dataset.id } })
  expect((await kim.call(listDatasets)).body.datasets).toEqual([])
  expect((await kim.call(getDatasetData, { params: { id: dataset.id } })).status).toBe(404)
})

test('pages count from 1, and a page past the end is the last one', async () => {
  const { given } = await startApp()
  const kim = await given.user()
  for (const name of ['a', 'b', 'c']) await given.dataset(kim, { name })
  const answer = await kim.call(listDatasets, { query: { limit: 2, page: 9 } })
  expect(answer.body.pagination).toEqual({ page: 2, pages: 2, total: 3, limit: 2 })
  expect(answer.body.datasets.map((dataset) => dataset.name)).toEqual(['a'])
})

test('the list is searched, ordered and narrowed, and never shows more than its reader may see', async () => {
  const { given } = await startApp()
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const boss = await given.user('boss', { isAdmin: true })
  const old = await given.dataset(kim, { name: 'Retina 100%' })
  await given.dataset(kim, { name: 'retina b' })
  await given.dataset(lee, { name: 'Retina of Lee', sharedWith: [kim] })
  const secret = await given.dataset(lee, { name: 'Retina, secret' })
  await given.image(kim, old)
  const names = async (reader: typeof kim, query: object) =>
    (await reader.call(listDatasets, { query })).body.datasets.map(({ name }) => name)
  expect(await names(kim, { q: 'retina', order: 'name' })).toEqual([
    'Retina 100%',
    'retina b',
    'Retina of Lee',
  ])
  expect(await names(kim, { q: '0%' })).toEqual(['Retina 100%'])
  expect((await names(kim, { q: 'retina', order: 'changed' }))[0]).toBe('Retina 100%')
  expect((await names(kim, { q: 'retina', order: 'images' }))[0]).toBe('Retina 100%')
  expect(await names(kim, { q: 'retina', show: 'mine' })).toEqual(['retina b', 'Retina 100%'])
  expect(await names(kim, { show: 'shared' })).toEqual(['Retina of Lee'])
  expect(await names(kim, { show: 'filled' })).toEqual(['Retina 100%'])
  expect(await names(boss, { q: 'retina', othersEmpty: 'false' })).toEqual(['Retina 100%'])
  const { body } = await boss.call(listDatasets, { query: { q: 'retina', othersEmpty: 'false' } })
  expect([body.othersEmpty, body.pagination.total]).toEqual([3, 1])
  expect(await names(boss, { q: 'secret' })).toEqual([secret.name])
})

async function withImages(names: string[]) {
  const started = await startApp()
  const kim = await started.given.user()
  const dataset = await started.given.dataset(kim)
  for (const name of names) await started.given.image(kim, dataset, { name })
  const list = async (query: object) => {
    const answer = await kim.call(getDatasetData, { params: { id: dataset.id }, query })
    return answer.body.images.map((image) => image.file_name)
  }
  return { ...started, kim, dataset, list }
}

describe('the list of images', () => {
  test('is in natural order of the file names, or in the requested order', async () => {
    const { list } = await withImages(['eye_10.png', 'eye_9.png', 'Eye_1.png'])
    expect(await list({})).toEqual(['Eye_1.png', 'eye_9.png', 'eye_10.png'])
    expect(await list({ order: '-file_name' })).toEqual(['eye_10.png', 'eye_9.png', 'Eye_1.png'])
    expect(await list({ order: 'id' })).toEqual(['eye_10.png', 'eye_9.png', 'Eye_1.png'])
  })

  test('treats wildcards in a filter as plain characters', async () => {
    const { list } = await withImages(['a_b.png', 'axb.png', '100%.png'])
    expect(await list({ file_name__icontains: 'A_B' })).toEqual(['a_b.png'])
    expect(await list({ file_name__icontains: '%' })).toEqual(['100%.png'])
  })

  test('is empty if both annotated toggles are off', async () => {
    const { list } = await withImages(['a.png'])
    expect(await list({ annotated: 'false' })).toEqual(['a.png'])
    expect(await list({ annotated: 'true' })).toEqual([])
    expect(await list({ annotated: '' })).toEqual([])
  })

  test('refuses unknown filters', async () => {
    const { kim, dataset } = await withImages([])
    const query = { is_admin: 'true' } as object
    expect((await kim.call(getDatasetData, { params: { id: dataset.id }, query })).status).toBe(400)
    const order = { order: 'password_hash' } as object
    expect(
      (await kim.call(getDatasetData, { params: { id: dataset.id }, query: order })).status,
    ).toBe(400)
  })
})

test('changing some settings keeps the others, and an archive must be on the list', async () => {
  const { given } = await startApp({ outboundHosts: ['pacs.clinic.lan'] })
  const kim = await given.user('kim')
  const { id } = await given.dataset(kim)
  const change = (settings: object) =>
    kim.call(updateDataset, { params: { id }, body: { settings } })
  const archive = { IP: 'pacs.clinic.lan', CALLEDAETITLE: 'ARCHIVE', TLS: true }
  expect((await change({ PACS: archive })).status).toBe(200)
  const changed = await change({ PACS: { MODALITY: 'ANY' } })
  expect(changed.body.settings.PACS).toMatchObject({ ...archive, MODALITY: 'ANY' })
  const mics = await change({ MICS: { REQUIRE: true } })
  expect(mics.body.settings.MICS).toMatchObject({ REQUIRE: true, PORT: 1521 })
  expect(mics.body.settings.PACS).toMatchObject(archive)
  const elsewhere = await change({ PACS: { IP: 'elsewhere.example' } })
  expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'host_not_allowed'])
  const web = await change({ PACS: { RETRIEVE: 'WADO-RS' } })
  expect([web.status, web.body.fields]).toMatchObject([
    400,
    { 'settings.PACS.DICOMWEB': expect.any(String) },
  ])
})
