import { expect, test } from 'vitest'

import { getFhirCodeSystem, getFieldCodeSystem } from '#contract/fhir'
import { checkMessage } from '#fhir/check-message'
import type { CodeableConcept, Resource } from '#fhir/resource'
import { validateResource } from '#fhir/validate'

import { describeEveryField, everyField, stateEveryField } from '../../testing/every-field.ts'
import { definitions } from './definitions.ts'
import { typed, withAnalysis } from './testing/with-analysis.ts'

test('agreed values are observations with their author, and a changed one makes the message stale', async () => {
  const { kim, dataset, given, id, generate, read, download } = await withAnalysis()
  await describeEveryField(kim, dataset)
  await generate()
  expect(typed((await download()).bundle, 'Practitioner')).toEqual([])
  expect((await read()).stale).toBe(false)
  await stateEveryField(kim, id)
  expect((await read()).stale).toBe(true)
  expect((await generate()).status).toBe(200)
  expect((await read()).stale).toBe(false)

  const { bundle } = await download()
  expect(checkMessage(definitions, bundle)).toEqual([])
  const observations = typed(bundle, 'Observation').filter(({ device }) => device === undefined)
  const named = new Map(observations.map((each) => [(each['code'] as CodeableConcept).text, each]))
  expect([...named.keys()]).toEqual(everyField.map(({ words }) => words.ko))
  for (const { words } of everyField) {
    const isUntold = words.en.startsWith('Untold')
    expect([words.en, 'dataAbsentReason' in (named.get(words.ko) ?? {})]).toEqual([
      words.en,
      isUntold,
    ])
  }
  expect(named.get('Choice(한)')).toMatchObject({
    code: { coding: [{ system: 'http://loinc.org' }, { code: 'a_choice' }] },
    valueCodeableConcept: { coding: [{ code: 'a_choice:b' }], text: 'Second(한)' },
  })
  expect(named.get('Set(한)')).toMatchObject({
    component: [
      { valueCodeableConcept: { text: 'First(한)' } },
      { valueCodeableConcept: { text: 'Second(한)' } },
    ],
  })
  expect(named.get('Number(한)')).toMatchObject({
    valueQuantity: { value: 14.5, code: 'mm[Hg]' },
    bodySite: { text: expect.stringContaining('안') as string },
  })
  expect(named.get('Text(한)')).toMatchObject({ valueString: '황반 근처 드루젠\nsecond line' })
  expect(named.get('Answer(한)')).toMatchObject({ valueBoolean: false })
  expect(named.get('Day(한)')).toMatchObject({ valueDateTime: '2026-03-01' })
  const [person, ...others] = typed(bundle, 'Practitioner')
  expect(others).toEqual([])
  for (const each of observations)
    expect(each['performer']).toEqual([{ reference: `urn:uuid:${person?.id ?? ''}` }])

  const published = await kim.call(getFieldCodeSystem, { params: dataset })
  const codes = JSON.parse(published.bytes.toString()) as Resource
  expect(validateResource(definitions, codes)).toEqual([])
  const choice = named.get('Choice(한)')?.['code'] as CodeableConcept | undefined
  expect(codes['url']).toBe(choice?.coding?.[1]?.system)
  expect(published.bytes.toString()).toContain('"a_choice:b"')
  const outsider = await given.user('park')
  expect((await outsider.call(getFieldCodeSystem, { params: dataset })).status).toBe(404)
})

test('our codes are public', async () => {
  const { visitor } = await withAnalysis()
  const codes = JSON.parse((await visitor.call(getFhirCodeSystem)).bytes.toString()) as Resource
  expect(validateResource(definitions, codes)).toEqual([])
})
