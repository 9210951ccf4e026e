import { expect, test } from 'vitest'

import { checkMessage } from './check-message.ts'
import type { StudyInstance } from './description.ts'
import { transactionOf } from './message.ts'
import { resourcesOf, type Bundle } from './resource.ts'
import { definitions } from './testing/definitions.ts'
import { example, reviewed, unexamined, ungradable } from './testing/descriptions.ts'
import { messageOf, resource } from './testing/made-message.ts'

function typesOf(bundle: Bundle): string[] {
  return resourcesOf(bundle).map(({ resourceType }) => resourceType)
}

test('a photograph that cannot be graded has its quality, the reason, and no number', () => {
  const message = messageOf(ungradable, 1)
  expect(typesOf(message).filter((type) => type === 'Observation')).toHaveLength(1)
  expect(typesOf(message)).not.toContain('RiskAssessment')
  expect(JSON.stringify(message)).toContain('111235')
  expect(JSON.stringify(message)).not.toMatch(/"crae"|"um"|pixels/)
  expect(resource(message, 'DiagnosticReport')?.['conclusion']).toContain('초점이 흐림')
})

function conclusionWith(otherEye: 'left' | null): unknown {
  const analysis = { ...example.analysis, otherEye }
  return resource(messageOf({ ...example, analysis }, 1), 'DiagnosticReport')?.['conclusion']
}

test('the share of visible vessels is absent if nothing was examined', () => {
  const message = messageOf(unexamined, 1)
  expect(checkMessage(definitions, message)).toEqual([])
  const text = JSON.stringify(message)
  expect(text).toContain('"code":"not-performed"')
  expect(text).not.toContain('"valueQuantity":{"value":0,')
})

test('a photograph that appears to show the other eye says so in its conclusion', () => {
  expect(conclusionWith('left')).toMatch(/^기록된 눈: 우안\(OD\)\..*좌안\(OS\)/)
  expect(conclusionWith(null)).not.toContain('좌안')
})

test('preliminary until a clinician has confirmed it, who is named as interpreter and verifier', () => {
  expect(resource(messageOf(example, 1), 'DiagnosticReport')).toMatchObject({
    status: 'preliminary',
  })
  const final = messageOf(reviewed('confirmed'), 1)
  expect(resource(final, 'DiagnosticReport')).toMatchObject({
    status: 'final',
    resultsInterpreter: [{ reference: expect.any(String) }],
  })
  expect(resource(final, 'Practitioner')).toMatchObject({ name: [{ text: '이안과' }] })
  expect(JSON.stringify(resource(final, 'Provenance'))).toContain('"verifier"')
  const rejected = messageOf(reviewed('rejected'), 1)
  expect(resource(rejected, 'DiagnosticReport')).toMatchObject({ status: 'entered-in-error' })
})

test('the same again has the same ids, another version is another message of the same resources', () => {
  const [first, again, next] = [messageOf(example, 1), messageOf(example, 1), messageOf(example, 2)]
  expect(again).toEqual(first)
  expect(next.id).not.toBe(first.id)
  expect(resource(next, 'MessageHeader')?.id).not.toBe(resource(first, 'MessageHeader')?.id)
  expect(transactionOf(next, { patient: 'own' })).toEqual(transactionOf(first, { patient: 'own' }))
})

test('one study has all its series and instances, whichever photograph the message is about', () => {
  const right = example.study.instances[0] as StudyInstance
  const left = { ...right, instance: '2.25.1004', eye: 'left' } as const
  const other = { ...right, series: '2.25.1005', instance: '2.25.1006', modality: 'OT' }
  const study = { ...example.study, accessionNumber: 'ACC2', instances: [right, left, other] }
  const site = { ...example.site, dicomWeb: 'https://fovea.example/api/dicomweb/dataset/3' }
  const ofRight = { ...example, site, study }
  const uids = { ...example.photograph.uids, instance: left.instance }
  const ofLeft = { ...ofRight, photograph: { ...example.photograph, uids, eye: 'left' } } as const
  const bundles = [messageOf(ofRight, 1), messageOf(ofLeft, 1)]
  for (const bundle of bundles) expect(checkMessage(definitions, bundle)).toEqual([])
  const [one, same] = bundles.map((bundle) => resource(bundle, 'ImagingStudy'))
  expect(same?.id).toBe(one?.id)
  expect(one).toMatchObject({
    identifier: [
      { value: 'urn:oid:2.25.1001' },
      { type: { coding: [{ code: 'ACSN' }] }, value: 'ACC2' },
    ],
    modality: [{ code: 'OP' }, { code: 'OT' }],
    numberOfSeries: 2,
    numberOfInstances: 3,
    series: [
      {
        uid: '2.25.1002',
        numberOfInstances: 2,
        instance: [{ uid: '2.25.1003' }, { uid: '2.25.1004' }],
      },
      { uid: '2.25.1005', numberOfInstances: 1, laterality: { code: '24028007' } },
    ],
  })
  const endpoint = bundles[0] && resource(bundles[0], 'Endpoint')
  expect(endpoint).toMatchObject({ address: site.dicomWeb, status: 'active' })
  expect(one?.['endpoint']).toEqual([{ reference: `urn:uuid:${endpoint?.id}` }])
  const elsewhere = messageOf({ ...ofRight, study: { ...study, scope: 'dataset 4' } }, 1)
  expect(resource(elsewhere, 'ImagingStudy')?.id).not.toBe(one?.id)
})

test('names are given in parts, in each writing', () => {
  const names = [
    { writing: 'SYL', family: '홍', given: ['길동'], prefix: '', suffix: '' },
    { writing: 'ABC', family: 'Hong', given: ['Gildong'], prefix: 'Dr', suffix: '' },
  ] as const
  const bundle = messageOf({ ...example, patient: { ...example.patient, names } }, 1)
  expect(checkMessage(definitions, bundle)).toEqual([])
  expect(resource(bundle, 'Patient')?.['name']).toMatchObject([
    { extension: [{ valueCode: 'SYL' }], text: '홍길동', family: '홍', given: ['길동'] },
    { extension: [{ valueCode: 'ABC' }], text: 'Dr Gildong Hong', family: 'Hong', prefix: ['Dr'] },
  ])
})

test('a made-up patient bears the security label of test data, another none', () => {
  const madeUp = { ...example, patient: { ...example.patient, isMadeUp: true } } as const
  const labelled = messageOf(madeUp, 1)
  expect(resource(labelled, 'Patient')).toMatchObject({ meta: { security: [{ code: 'HTEST' }] } })
  expect(JSON.stringify(messageOf(example, 1))).not.toContain('HTEST')
  expect(checkMessage(definitions, labelled)).toEqual([])
})
