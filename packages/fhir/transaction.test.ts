import { expect, test } from 'vitest'

import { checkBundle } from './bundle-rules.ts'
import { mistakesIn, retiredResults, transactionOf } from './message.ts'
import { resourcesOf } from './resource.ts'
import { definitions } from './testing/definitions.ts'
import { example, ungradable } from './testing/descriptions.ts'
import { messageOf, resource } from './testing/made-message.ts'
import { validateResource } from './validate.ts'

test('results that a later analysis lacks are withdrawn, each once', () => {
  const [full, bare] = [messageOf(example, 1), messageOf(ungradable, 2)]
  const retired = retiredResults(bare, [full, full])
  expect(retired.map((place) => place.split('/')[0])).toEqual([
    'Observation',
    'Observation',
    'RiskAssessment',
  ])
  expect(retiredResults(full, [bare])).toEqual([])
  const urls = (transactionOf(bare, { patient: 'own', retired }).entry ?? []).map(
    ({ request }) => request,
  )
  expect(urls).toContainEqual({ method: 'DELETE', url: retired[0] })
})

test('a transaction refers to the server’s own patient, by the number', () => {
  const message = messageOf(example, 1)
  const search = 'Patient?identifier=urn%3Aoid%3A2.999.1.1%7C00012345'
  const referring = transactionOf(message, { patient: 'reference' })
  expect(resource(referring, 'Patient')).toBeUndefined()
  expect(resource(referring, 'DiagnosticReport')?.['subject']).toEqual({ reference: search })
  expect(checkBundle(referring)).toEqual([])
  const updating = transactionOf(message, { patient: 'update' })
  const entry = updating.entry?.find(({ resource: each }) => each?.resourceType === 'Patient')
  expect(entry).toMatchObject({ request: { method: 'PUT', url: search } })
  expect(entry?.resource).not.toHaveProperty('id')
  const subject = { reference: entry?.fullUrl }
  expect(resource(updating, 'DiagnosticReport')?.['subject']).toEqual(subject)
  expect(checkBundle(updating)).toEqual([])
  // A number without a namespace could match somebody else.
  const site = { ...example.site, patientSystem: null }
  const nowhere = transactionOf(messageOf({ ...example, site }, 1), { patient: 'reference' })
  expect(resource(nowhere, 'Patient')).toBeDefined()
})

test('studies that earlier messages wrote under another id become errors', () => {
  const [before, now] = [
    messageOf({ ...example, study: { ...example.study, scope: 'photograph 42' } }, 1),
    messageOf(example, 2),
  ]
  const mistaken = mistakesIn(now, [before, before])
  expect(mistaken).toHaveLength(1)
  const transaction = transactionOf(now, { patient: 'reference', mistaken })
  expect(transaction.entry?.at(-1)).toMatchObject({
    resource: { resourceType: 'ImagingStudy', status: 'entered-in-error' },
    request: { method: 'PUT', url: `ImagingStudy/${mistaken[0]?.resource.id}` },
  })
  expect(validateResource(definitions, transaction)).toEqual([])
  expect(mistakesIn(now, [now])).toEqual([])
})

test('results sent for another patient stay theirs and become errors, under separate ids', () => {
  const number = '00099999'
  const now = messageOf(
    { ...example, patient: { ...example.patient, id: number }, wasOthers: true },
    2,
  )
  const before = messageOf(example, 1)
  expect(retiredResults(now, [before])).toEqual([])
  const mistaken = mistakesIn(now, [before, before])
  expect(mistaken.map(({ resource: { resourceType } }) => resourceType).toSorted()).toEqual([
    'DiagnosticReport',
    'ImagingStudy',
    'Media',
    'Observation',
    'Observation',
    'Observation',
    'RiskAssessment',
  ])
  for (const patient of ['own', 'reference', 'update'] as const) {
    const transaction = transactionOf(now, { patient, mistaken })
    expect(validateResource(definitions, transaction)).toEqual([])
    const errors = resourcesOf(transaction).filter(({ status }) => status === 'entered-in-error')
    const theirs = patient === 'own' ? String(resource(before, 'Patient')?.id) : '00012345'
    expect(errors).toHaveLength(mistaken.length)
    for (const each of errors) {
      expect(JSON.stringify(each['subject'])).toContain(theirs)
      expect(JSON.stringify(each)).not.toContain(number)
    }
  }
})
