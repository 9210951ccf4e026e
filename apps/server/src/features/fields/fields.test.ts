import { expect, test } from 'vitest'

import { createAnnotation, getAnnotatorData, saveAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { getFieldHistory, getFields, setFields } from '#contract/fields'
import { builtInFields } from '#contract/fields/built-in'
import { comment } from '#contract/fields/built-in/comment'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import { gradability } from '#contract/fields/built-in/gradability'
import type { Field } from '#contract/fields/field'
import type { FieldValue } from '#contract/fields/value'
import { statePatientData } from '#contract/patient-data'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const common = { cannotTell: false, required: false } as const
const words = (text: string) => ({ en: text, ko: text })

const pressure: Field = {
  ...common,
  key: 'pressure',
  type: 'number',
  subject: 'eye',
  words: words('Pressure'),
  unit: 'mm[Hg]',
  min: 0,
  max: 80,
  decimals: 1,
}
const seenBy: Field = {
  ...common,
  key: 'seen_by',
  type: 'text',
  subject: 'visit',
  words: words('Seen by'),
  multiline: false,
  most: 40,
}
const certainty: Field = {
  ...common,
  key: 'certainty',
  type: 'choice',
  subject: 'annotation',
  words: words('Certainty'),
  ordered: true,
  options: [
    { value: 'sure', words: words('Sure') },
    { value: 'unsure', words: words('Unsure') },
  ],
}
const referable: Field = {
  ...common,
  key: 'referable',
  type: 'yesNo',
  subject: 'image',
  words: words('Referable'),
  computed: {
    cases: [
      { if: { field: 'dr_grade', in: ['2', '3', '4'] }, value: true },
      { if: { field: 'dr_grade', in: ['0', '1'] }, value: false },
    ],
  },
}
const all = [...builtInFields, pressure, seenBy, certainty, referable]

async function started(
  fields: readonly Field[] = all,
  options: Parameters<typeof startApp>[0] = {},
) {
  const app = await startApp(options)
  const owner = await app.given.user('kim')
  const member = await app.given.user('lee')
  const dataset = await app.given.dataset(owner, { sharedWith: [member] })
  const params = { id: dataset.id }
  const described = await owner.call(setFields, {
    params,
    body: { fields: [...fields], replaces: {} },
  })
  expect(described.status).toBe(200)
  return { ...app, owner, member, dataset, params }
}

/** Sets a value; a pair is the value that is replaced and the new one. */
function setValue(
  who: Account,
  id: number,
  key: string,
  value: FieldValue | { readonly from: FieldValue; readonly to: FieldValue | null },
) {
  const change = typeof value === 'object' && 'to' in value ? value : { from: null, to: value }
  return who.call(saveAnnotatorData, { body: { image: { id, fields: { [key]: change } } } })
}

test('an owner describes fields, members see them, and a later change is a new version', async () => {
  const { owner, member, params } = await started([drGrade, gradability, comment])
  const seen = await member.call(getFields, { params })
  expect(seen.body.fields.map(({ field, version }) => [field.key, version])).toEqual([
    ['dr_grade', 1],
    ['gradability', 1],
    ['comment', 1],
  ])
  const renamed = { ...comment, words: words('Note') }
  const change = { fields: [renamed, drGrade], replaces: {} }
  expect((await member.call(setFields, { params, body: change })).status).toBe(403)
  expect((await owner.call(setFields, { params, body: change })).body).toMatchObject({
    code: 'stale_revision',
    key: 'fields.changed',
  })
  const replaces = { dr_grade: 1, gradability: 1, comment: 1 }
  const { body } = await owner.call(setFields, { params, body: { ...change, replaces } })
  expect(body.fields.map(({ field, version }) => [field.key, version])).toEqual([
    ['comment', 2],
    ['dr_grade', 1],
  ])
  expect(body.removed.map(({ field }) => field.key)).toEqual(['gradability'])
})

test('fields that contradict themselves or each other are refused', async () => {
  const { owner, params } = await started([])
  const refused: readonly (readonly [Field, string])[] = [
    [{ ...pressure, min: 90 }, 'fields.limitsReversed'],
    [{ ...pressure, shownWhen: { field: 'nowhere', in: ['1'] } }, 'fields.unknownInRule'],
    [{ ...pressure, computed: { sum: ['pressure'] } }, 'fields.unknownInComputed'],
  ]
  for (const [field, key] of refused) {
    const answer = await owner.call(setFields, { params, body: { fields: [field], replaces: {} } })
    expect(answer).toMatchObject({ status: 400, body: { key } })
  }
})

test('a field that was removed comes back with its values, but not as another type', async () => {
  const { owner, dataset, params, given } = await started([drGrade, gradability, comment])
  const image = await given.image(owner, dataset)
  await setValue(owner, image.id, 'dr_grade', '3')
  const replaces = { dr_grade: 1, gradability: 1, comment: 1 }
  await owner.call(setFields, { params, body: { fields: [], replaces } })
  // Entered before the field was removed, and sent by the browser only now.
  const late = { from: '3', to: '4' }
  expect((await setValue(owner, image.id, 'dr_grade', late)).status).toBe(200)
  const other = { ...seenBy, key: 'dr_grade', subject: 'image' as const }
  expect(
    await owner.call(setFields, { params, body: { fields: [other], replaces: {} } }),
  ).toMatchObject({ status: 400, body: { key: 'fields.typeFixed' } })
  await owner.call(setFields, { params, body: { fields: [drGrade], replaces: {} } })
  const { body } = await owner.call(getAnnotatorData, { params: { id: image.id } })
  expect(body.image.fields).toEqual({ dr_grade: '4' })
})

test('a value is saved once, by a user who saw the previous one, and its history is kept', async () => {
  const { owner, member, dataset, given } = await started()
  const image = await given.image(owner, dataset)
  expect((await setValue(owner, image.id, 'dr_grade', '2')).body.image.fields).toEqual({
    dr_grade: '2',
    referable: true,
  })
  // The same again, as after a lost answer.
  expect((await setValue(owner, image.id, 'dr_grade', '2')).status).toBe(200)
  expect(await setValue(member, image.id, 'dr_grade', '4')).toMatchObject({
    status: 409,
    body: {
      code: 'stale_revision',
      current: { fields: { dr_grade: '2', referable: true } },
    },
  })
  await setValue(member, image.id, 'dr_grade', { from: '2', to: { cannotTell: true } })
  const { body } = await member.call(getFieldHistory, { params: { id: image.id } })
  expect(body.changes.map(({ key, before, after, by }) => ({ key, before, after, by }))).toEqual([
    { key: 'referable', before: true, after: null, by: 'lee' },
    { key: 'dr_grade', before: '2', after: { cannotTell: true }, by: 'lee' },
    { key: 'referable', before: null, after: true, by: 'kim' },
    { key: 'dr_grade', before: null, after: '2', by: 'kim' },
  ])
})

test('values follow the rule of a computed field when its owner changes it', async () => {
  const fields = [drGrade, referable]
  const { owner, member, dataset, params, given } = await started(fields, { works: true })
  const image = await given.image(owner, dataset)
  await setValue(member, image.id, 'dr_grade', '1')
  const stricter: Field = {
    ...referable,
    computed: { cases: [{ if: { field: 'dr_grade', in: ['1', '2', '3', '4'] }, value: true }] },
  }
  const body = { fields: [drGrade, stricter], replaces: { dr_grade: 1, referable: 1 } }
  expect((await owner.call(setFields, { params, body })).status).toBe(200)
  const shown = async () =>
    (await member.call(getDatasetData, { params, query: {} })).body.images[0]?.fields
  await expect.poll(shown).toEqual({ dr_grade: '1', referable: true })
  const { changes } = (await owner.call(getFieldHistory, { params: { id: image.id } })).body
  expect(changes[0]).toMatchObject({ key: 'referable', before: false, after: true, by: 'kim' })
  expect(changes[0]?.version).toBe(2)
})

test('a value that does not fit its field is refused, and nothing of the save is kept', async () => {
  const { owner, dataset, given } = await started()
  const image = await given.image(owner, dataset)
  const refused: readonly (readonly [key: string, value: FieldValue, told: string])[] = [
    ['dr_grade', '7', 'fields.noOption'],
    ['dr_grade', 3, 'fields.wrongType'],
    ['gradability', { cannotTell: true }, 'fields.cannotBeTold'],
    ['pressure', 90, 'fields.outOfRange'],
    ['pressure', 12.34, 'fields.tooManyDecimals'],
    ['seen_by', 'x'.repeat(41), 'fields.tooLong'],
    ['referable', true, 'fields.isComputed'],
    ['certainty', 'sure', 'fields.unknown'],
    ['nothing', 'x', 'fields.unknown'],
  ]
  for (const [key, value, told] of refused) {
    const answer = await setValue(owner, image.id, key, value)
    expect({ key, ...answer }).toMatchObject({ status: 400, body: { key: told } })
  }
  const { body } = await owner.call(getAnnotatorData, { params: { id: image.id } })
  expect(body.image.fields).toEqual({})
})

async function stated(
  who: Account,
  id: number,
  { patient_id, eye }: { patient_id: string; eye: 'R' | 'L' },
) {
  const body = { patient_id, eye, taken_at: '2026-03-01T10:00:00' }
  const answer = await who.call(statePatientData, { params: { id }, body })
  expect(answer.status).toBe(200)
}

test('values of a visit and an eye show on their images, and follow an image to its patient', async () => {
  const { owner, dataset, params, given } = await started()
  const right = await given.image(owner, dataset)
  const alsoRight = await given.image(owner, dataset)
  const left = await given.image(owner, dataset)
  await setValue(owner, right.id, 'pressure', 14.5)
  await setValue(owner, right.id, 'dr_grade', '1')
  await setValue(owner, left.id, 'seen_by', 'Dr. Kim')
  await stated(owner, right.id, { patient_id: 'P1', eye: 'R' })
  await stated(owner, left.id, { patient_id: 'P1', eye: 'L' })
  await stated(owner, alsoRight.id, { patient_id: 'P1', eye: 'R' })
  const { body } = await owner.call(getDatasetData, { params, query: { order: 'id' } })
  expect(body.images.map(({ id, fields }) => [id, fields])).toEqual([
    [right.id, { pressure: 14.5, dr_grade: '1', referable: false, seen_by: 'Dr. Kim' }],
    [alsoRight.id, { pressure: 14.5, seen_by: 'Dr. Kim' }],
    [left.id, { seen_by: 'Dr. Kim' }],
  ])
  await stated(owner, left.id, { patient_id: 'P2', eye: 'L' })
  const moved = await owner.call(getAnnotatorData, { params: { id: left.id } })
  expect(moved.body.image.fields).toEqual({})
})

test('lists are filtered and ordered by fields, options by their place in the scale', async () => {
  const { owner, dataset, params, given } = await started()
  const images = []
  for (const _ of [0, 1, 2, 3]) images.push((await given.image(owner, dataset)).id)
  const [a = 0, b = 0, c = 0, d = 0] = images
  await setValue(owner, a, 'gradability', 'not_gradable')
  await setValue(owner, b, 'gradability', 'gradable')
  await setValue(owner, c, 'gradability', 'limited')
  await setValue(owner, c, 'pressure', 21)
  await setValue(owner, d, 'comment', 'Drusen near the fovea')
  const list = async (query: object) => {
    const { body } = await owner.call(getDatasetData, { params, query })
    return body.images.map(({ id }) => id)
  }
  const filter = (fields: object) => list({ order: 'id', fields: JSON.stringify(fields) })
  expect(await list({ order: 'field.gradability' })).toEqual([d, b, c, a])
  expect(await list({ order: '-field.gradability' })).toEqual([a, c, b, d])
  expect(await filter({ gradability: { in: ['gradable', 'limited'] } })).toEqual([b, c])
  expect(await filter({ gradability: { in: [null] } })).toEqual([d])
  expect(await filter({ pressure: { from: 20, to: 22 } })).toEqual([c])
  expect(await filter({ comment: { contains: 'drusen' } })).toEqual([d])
  const neighbours = await owner.call(getAnnotatorData, {
    params: { id: c },
    query: { order: 'field.gradability' },
  })
  expect(neighbours.body.image).toMatchObject({ previous: b, next: a })
  const broken = await owner.call(getDatasetData, { params, query: { fields: '{' } })
  expect(broken.status).toBe(400)
})

test('an annotation has fields of its own, which are checked', async () => {
  const { owner, dataset, given } = await started()
  const image = await given.image(owner, dataset)
  const body = { image_id: image.id, category_id: dataset.categoryIds[0] ?? 0 }
  const made = await owner.call(createAnnotation, {
    body: { ...body, fields: { certainty: 'sure' } },
  })
  expect(made.body.fields).toEqual({ certainty: 'sure' })
  const wrong = await owner.call(createAnnotation, { body: { ...body, fields: { dr_grade: '1' } } })
  expect(wrong).toMatchObject({ status: 400, body: { key: 'fields.unknown' } })
})

test('strangers see neither the fields nor their values', async () => {
  const { owner, dataset, params, given } = await started()
  const image = await given.image(owner, dataset)
  const stranger = await given.user('park')
  expect((await stranger.call(getFields, { params })).status).toBe(404)
  expect((await stranger.call(getFieldHistory, { params: { id: image.id } })).status).toBe(404)
  expect((await setValue(stranger, image.id, 'dr_grade', '1')).status).toBe(404)
})
