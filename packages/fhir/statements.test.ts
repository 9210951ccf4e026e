import { expect, test } from 'vitest'

import { checkBundle } from './bundle-rules.ts'
import { checkMessage } from './check-message.ts'
import { snomed } from './codes.ts'
import type { StatedConcept, StatedValue, Statement } from './description.ts'
import { transactionOf } from './message.ts'
import { resourcesOf } from './resource.ts'
import { definitions } from './testing/definitions.ts'
import { example, reviewed } from './testing/descriptions.ts'
import { messageOf } from './testing/made-message.ts'

function option(code: string, codes: StatedConcept['codes'] = []): StatedConcept {
  return { code, codes, text: code }
}

test('each kind of statement is an observation of the person who made it, beside the analysis', () => {
  const entered = { username: 'park', name: '박안과', at: '2026-07-14T03:00:00.000Z' }
  const values: readonly [StatedValue, subject: Statement['subject'], told: object][] = [
    [
      { kind: 'concept', concept: option('grade:3', [snomed.right]) },
      'image',
      { valueCodeableConcept: { coding: [{ code: '24028007' }, { code: 'grade:3' }] } },
    ],
    [
      { kind: 'concepts', concepts: [option('signs:a'), option('signs:b  c')] },
      'image',
      {
        component: [
          { valueCodeableConcept: { text: 'signs:a' } },
          { valueCodeableConcept: { coding: [{ code: 'signs:b%20%20c' }] } },
        ],
      },
    ],
    [
      { kind: 'number', number: 14.5, unit: 'mm[Hg]' },
      'eye',
      { valueQuantity: { value: 14.5, system: 'http://unitsofmeasure.org', code: 'mm[Hg]' } },
    ],
    [{ kind: 'number', number: 2, unit: null }, 'visit', { valueQuantity: { code: '1' } }],
    [{ kind: 'text', text: 'Drusen' }, 'image', { valueString: 'Drusen' }],
    [{ kind: 'yesNo', isSo: false }, 'image', { valueBoolean: false }],
    [{ kind: 'date', day: '2026-07-01' }, 'visit', { valueDateTime: '2026-07-01' }],
    [
      { kind: 'cannotTell', text: 'Cannot tell' },
      'eye',
      { dataAbsentReason: { coding: [{ code: 'asked-unknown' }] } },
    ],
  ]
  const statements = values.map(([value, subject], i) => ({
    subject,
    concept: option(`field_${i}`),
    value,
    source: null,
    isAgreed: true,
    entered: i === 0 ? null : entered,
  }))
  for (const description of [example, reviewed('rejected')]) {
    const bundle = messageOf({ ...description, statements }, 1)
    expect(checkMessage(definitions, bundle)).toEqual([])
    expect(checkBundle(transactionOf(bundle, { patient: 'own' }))).toEqual([])
    const observations = resourcesOf(bundle).filter(
      ({ resourceType, device }) => resourceType === 'Observation' && device === undefined,
    )
    expect(observations).toHaveLength(values.length)
    for (const [i, [, subject, told]] of values.entries()) {
      expect(observations[i]).toMatchObject({
        status: 'final',
        code: { text: `field_${i}` },
        ...told,
      })
      expect(observations[i]).not.toHaveProperty('meta')
      expect('bodySite' in (observations[i] ?? {})).toBe(subject !== 'visit')
    }
    const practitioners = resourcesOf(bundle).filter((each) => each.resourceType === 'Practitioner')
    expect(practitioners).toContainEqual(expect.objectContaining({ name: [{ text: '박안과' }] }))
    expect(bundle['timestamp']).toBe(entered.at)
  }
})

test('fields of the same key in two datasets are two concepts', () => {
  const statement: Statement = {
    subject: 'image',
    concept: { code: 'grade', codes: [], text: 'Grade' },
    value: { kind: 'text', text: 'x' },
    source: null,
    isAgreed: true,
    entered: null,
  }
  const codes = ['dataset 3', 'dataset 4'].map((scope) => {
    const study = { ...example.study, scope }
    const bundle = messageOf({ ...example, study, statements: [statement] }, 1)
    return JSON.stringify(resourcesOf(bundle).find((each) => each['valueString'] === 'x')?.['code'])
  })
  expect(new Set(codes).size).toBe(2)
})
