import { expect, test } from 'vitest'

import { updateDataset } from '#contract/datasets'
import { getFhirServer, pushFhir } from '#contract/fhir'

import { site, withAnalysis } from './testing/with-analysis.ts'

test('nothing is sent if the site has no server', async () => {
  const { kim, id, generate } = await withAnalysis()
  await generate()
  const answer = await kim.call(pushFhir, { query: { original_id: id } })
  expect([answer.status, answer.body]).toMatchObject([409, { key: 'fhir.noServer' }])
})

test('without a server that may be called a dataset cannot enable automatic sending', async () => {
  const body = { settings: { FHIR: { SEND: 'analysed' } } } as const
  const without = await withAnalysis()
  const refused = await without.kim.call(updateDataset, { params: without.dataset, body })
  expect([refused.status, refused.body]).toMatchObject([409, { key: 'fhir.noServer' }])
  const server = await without.kim.call(getFhirServer, { params: without.dataset })
  expect(server.body).toEqual({ host: null })
  const fhir = { ...site, push: { url: 'http://fhir.example/r4' } }
  const unlisted = await withAnalysis({ fhir })
  const answer = await unlisted.kim.call(updateDataset, { params: unlisted.dataset, body })
  expect([answer.status, answer.body]).toMatchObject([403, { code: 'host_not_allowed' }])
})

test('nothing is sent to a host that the operator has not listed', async () => {
  const fhir = { ...site, push: { url: 'http://fhir.example/r4' } }
  const { kim, id, generate, db } = await withAnalysis({ fhir })
  await generate()
  const answer = await kim.call(pushFhir, { query: { original_id: id } })
  expect([answer.status, answer.body]).toMatchObject([403, { code: 'host_not_allowed' }])
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})
