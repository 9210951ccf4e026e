import { expect, test } from 'vitest'

import { getReferences, setReferences, type SiteReference } from '#contract/references'

import { startApp } from '../../testing/start-app.ts'

const reference: SiteReference = {
  measure: 'crae',
  sex: 'female',
  age_from: 40,
  age_to: 59,
  mean: 151.2,
  sd: 14.1,
  n: 320,
  source: 'Healthy visitors of 2026, 45° camera',
}

async function started() {
  const { given } = await startApp()
  const admin = await given.user('kim', { isAdmin: true })
  const set = (references: readonly SiteReference[], replaces: string | null = null) =>
    admin.call(setReferences, { body: { references: [...references], replaces } })
  return { given, admin, set }
}

test('an administrator enters references, and another who has not seen them cannot overwrite them', async () => {
  const { given, admin, set } = await started()
  expect((await admin.call(getReferences)).body).toEqual({ references: [], entered: null })
  const { body } = await set([reference])
  expect(body).toMatchObject({ references: [reference], entered: { by: 'kim' } })
  const other = await given.user('lee', { isAdmin: true })
  const seen = await other.call(getReferences)
  expect(seen.body).toEqual(body)
  const blind = await other.call(setReferences, { body: { references: [], replaces: null } })
  expect(blind).toMatchObject({ status: 409, body: { key: 'references.changed' } })
  expect((await set([], seen.body.entered?.at ?? null)).body.references).toEqual([])
})

test('of two who enter the first references at the same moment, one is refused', async () => {
  const { set } = await started()
  const answers = await Promise.all([set([reference]), set([{ ...reference, n: 100 }])])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
})

test('nobody has two references, and ages go upwards', async () => {
  const { set } = await started()
  const both = { ...reference, sex: null, age_from: 59, age_to: 70 }
  expect(await set([reference, both])).toMatchObject({
    status: 400,
    body: { key: 'references.overlap', params: { first: 1, second: 2 } },
  })
  expect(await set([{ ...reference, age_from: 60 }])).toMatchObject({
    status: 400,
    body: { key: 'references.agesReversed' },
  })
  expect((await set([{ ...reference, sd: 0 }])).status).toBe(400)
  expect((await set([reference, { ...both, age_from: 60 }])).status).toBe(200)
})
