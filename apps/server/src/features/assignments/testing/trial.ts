import { expect } from 'vitest'

import { saveAnnotatorData } from '#contract/annotations'
import { createAssignment, listWork, type Assignment } from '#contract/assignments'
import { setFields } from '#contract/fields'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import type { Field } from '#contract/fields/field'
import type { FieldValue } from '#contract/fields/value'

import { analysed } from '../../../testing/analysed.ts'
import type { Account } from '../../../testing/given.ts'
import { startApp } from '../../../testing/start-app.ts'

const grade: Field = { ...drGrade, required: true, perReader: { showsOthers: false } }
const remark: Field = {
  key: 'remark',
  type: 'text',
  subject: 'image',
  words: { en: 'Remark', ko: '비고' },
  cannotTell: false,
  required: false,
  multiline: false,
  most: 200,
  perReader: { showsOthers: true },
}

/** Everything that a blinded reader must not learn of the photographs. */
export const secrets = ['P-SECRET', 'Hidden Person', 'Hidden_Person', 'SECRETREMARK', 'network of']

async function workOf(reader: Account) {
  return (await reader.call(listWork)).body
}

function answer(
  reader: Account,
  imageId: number | null,
  values: Record<string, FieldValue | null>,
) {
  const fields = Object.fromEntries(
    Object.entries(values).map(([key, to]) => [key, { from: null, to }]),
  )
  return reader.call(saveAnnotatorData, { body: { image: { id: imageId ?? 0, fields } } })
}

/** A dataset of kim's with identified, analysed photographs, and readers who cannot see it. */
export async function trial(images = 3) {
  const started = await startApp({ works: true })
  const { given, db } = started
  const kim = await given.user('kim')
  const [lee, zimmer] = [await given.user('lee'), await given.user('zimmer')]
  const dataset = await given.dataset(kim, { name: 'Hidden_Person study' })
  const params = { id: dataset.id }
  await kim.call(setFields, { params, body: { fields: [grade, remark], replaces: {} } })
  const ids: number[] = []
  for (let i = 1; i <= images; i += 1) {
    const { id } = await given.image(kim, dataset, { name: `Hidden_Person_${i}.png` })
    const patient = {
      patient_id: `P-SECRET-${i}`,
      patient_name: 'Hidden Person',
      study_date: '2026-01-02',
      laterality: 'R' as const,
    }
    await db.updateTable('image').set(patient).where('id', '=', id).execute()
    await analysed(db, id)
    ids.push(id)
  }
  const assign = async (change: object = {}): Promise<Assignment> => {
    const body = { name: 'Trial', readers: ['lee'], fields: ['dr_grade', 'remark'], ...change }
    const made = await kim.call(createAssignment, { params, body })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    return made.body
  }
  /** The work of a reader, once its cases have been copied. */
  const readyWork = async (reader: Account) => {
    await expect.poll(async () => (await workOf(reader)).length, { timeout: 30_000 }).toBe(1)
    const [work] = await workOf(reader)
    if (work === undefined) throw new Error('The reader has no work.')
    return work
  }
  return { ...started, kim, lee, zimmer, dataset, params, ids, assign, workOf, readyWork, answer }
}
