import { expect, test } from 'vitest'

import { listAudit } from '#contract/audit'
import { getFields, setFields } from '#contract/fields'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import { importCoco, ImportReport } from '#contract/imports'

import { programOf } from '../../testing/program.ts'
import { cocoOf, fileOf, finished, on, withDataset } from './testing/importing.ts'

test('an import by a token is held to its scopes and datasets, also in the job, and audited', async () => {
  const { kim, dataset, given, visitor } = await withDataset()
  const boss = await given.user('boss', { isAdmin: true })
  const other = await given.dataset(kim)
  const fields = { fields: [drGrade], replaces: {} }
  await kim.call(setFields, { params: { id: other.id }, body: fields })
  const { fields: described } = await cocoOf(kim, other)
  const file = JSON.parse(fileOf({ annotations: [on(1)] }).toString()) as object
  const files = [
    { name: 'a.json', content: Buffer.from(JSON.stringify({ ...file, fields: described })) },
  ]
  const params = { id: dataset.id }
  const reader = await programOf(visitor, kim, { scopes: ['read', 'export'] })
  expect((await reader.call(importCoco, { params, files })).body).toMatchObject({
    code: 'missing_scope',
  })
  const writer = await programOf(visitor, kim, {
    scopes: ['annotate'],
    datasets: [dataset.id],
    name: 'nightly',
  })
  const elsewhere = await writer.call(importCoco, { params: { id: other.id }, files })
  expect(elsewhere.status).toBe(404)
  const { body } = await writer.call(importCoco, { params, files })
  const report = ImportReport.parse((await finished(kim, body.id)).result)
  // Its user may add fields to the dataset, but the token does not administer.
  expect(report).toMatchObject({ annotations: { created: 1 }, fields: { created: [] } })
  expect((await kim.call(getFields, { params })).body.fields).toEqual([])
  const { events } = (await boss.call(listAudit, { query: { action: 'importCoco' } })).body
  expect(events.map(({ outcome, detail }) => [outcome, detail['token_name']])).toEqual([
    [200, 'nightly'],
    [404, 'nightly'],
    [403, 'script'],
  ])
})
