import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { checkBundle } from './bundle-rules.ts'
import { checkMessage } from './check-message.ts'
import { snomed } from './codes.ts'
import type {
  Description,
  Photograph,
  StatedConcept,
  StatedValue,
  Statement,
  StudyInstance,
} from './description.ts'
import { uuidV5 } from './identity.ts'
import { mistakesIn, retiredResults, transactionOf } from './message.ts'
import { resourcesOf, type Bundle, type Resource } from './resource.ts'
import { definitions } from './testing/definitions.ts'
import { example, reviewed, unexamined, ungradable } from './testing/descriptions.ts'
import { messageOf, sha1 } from './testing/made-message.ts'
import { validateResource } from './validate.ts'

/** A word that occurs nowhere else. */
function canary(owner: string, what: string): string {
  return `QQ${owner}-${what}`
}

const day = fc
  .integer({ min: 0, max: 30_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const eye = fc.constantFrom('right', 'left', null)

/** One of two people with one of their photographs: all their texts have their mark. */
function person(owner: 'A' | 'B', oid: string): fc.Arbitrary<Description> {
  return fc.record({ day, eye, birthDate: day, number: fc.nat(3) }).map((facts) => {
    const mark = (what: string): string => canary(owner, what)
    const uid = (part: number): string => `${oid}.${facts.number}.${part}`
    const photograph: Photograph = {
      ...example.photograph,
      id: facts.number + (owner === 'A' ? 100 : 200),
      uids: { study: uid(1), series: uid(2), instance: uid(3) },
      eye: facts.eye,
      studyDay: facts.day,
      takenAt: { day: facts.day, time: '10:00:00', offset: '+09:00' },
      sha1: mark('sha1'),
      camera: { manufacturer: mark('maker'), model: 'm', serial: mark('serial') },
    }
    return {
      ...example,
      patient: {
        id: mark('number'),
        name: mark('name'),
        names: [],
        sex: null,
        birthDate: facts.birthDate,
      },
      study: {
        scope: mark('dataset'),
        accessionNumber: mark('accession'),
        instances: [{ ...photograph, series: uid(2), instance: uid(3) }],
      },
      order: { number: mark('order'), department: mark('department') },
      review: {
        verdict: 'confirmed',
        username: mark('user'),
        name: mark('doctor'),
        at: '2026-01-01T00:00:00Z',
      },
      photograph,
    }
  })
}

const mixed = fc.array(fc.oneof(person('A', '2.999.71'), person('B', '2.999.72')), {
  minLength: 2,
  maxLength: 12,
})

function textOf(bundle: Bundle): string {
  return JSON.stringify(bundle)
}

test('the photographs of two people, mixed at random, never mix in a message', () => {
  fc.assert(
    fc.property(mixed, (descriptions) => {
      // All are built before any is checked: nothing of one may leak into the next.
      const bundles = descriptions.map((each) => [messageOf(each, 1), each] as const)
      for (const [message, { patient }] of bundles)
        for (const bundle of [message, transactionOf(message, { patient: 'own' })]) {
          const strange = patient.id.startsWith('QQA') ? /QQB-|2\.999\.72\./ : /QQA-|2\.999\.71\./
          expect(strange.exec(textOf(bundle))).toBeNull()
          const patients = resourcesOf(bundle).filter((each) => each.resourceType === 'Patient')
          expect(patients).toHaveLength(1)
        }
    }),
    { numRuns: 30 },
  )
})

function idsOf(description: Description): Set<string> {
  return new Set(
    resourcesOf(messageOf(description, 1)).map(({ id, resourceType: type }) => `${type} ${id}`),
  )
}

test('no two people share a resource, but for the site’s own', () => {
  fc.assert(
    fc.property(person('A', '2.999.71'), person('B', '2.999.72'), (one, two) => {
      const others = idsOf(two)
      const shared = [...idsOf(one)].filter((place) => others.has(place))
      expect(shared.map((place) => place.replace(/ .*/, ''))).toEqual(['Organization', 'Device'])
    }),
  )
})

const eyes = {
  right: { site: '18944008', laterality: '24028007' },
  left: { site: '8966001', laterality: '7771000' },
} as const

test('a message names the photograph’s eye everywhere, and none if it is unknown', () => {
  fc.assert(
    fc.property(person('A', '2.999.71'), (description) => {
      const text = textOf(messageOf(description, 1))
      for (const side of ['right', 'left'] as const) {
        const isIt = description.photograph.eye === side
        expect(text.includes(`"${eyes[side].site}"`)).toBe(isIt)
        expect(text.includes(`"${eyes[side].laterality}"`)).toBe(isIt)
      }
    }),
  )
})

function resource(bundle: Bundle, type: string): Resource | undefined {
  return resourcesOf(bundle).find(({ resourceType }) => resourceType === type)
}

function typesOf(bundle: Bundle): string[] {
  return resourcesOf(bundle).map(({ resourceType }) => resourceType)
}

test('a photograph that cannot be graded has its quality, the reason, and no number', () => {
  const message = messageOf(ungradable, 1)
  expect(typesOf(message).filter((type) => type === 'Observation')).toHaveLength(1)
  expect(typesOf(message)).not.toContain('RiskAssessment')
  expect(textOf(message)).toContain('111235')
  expect(textOf(message)).not.toMatch(/"crae"|"um"|pixels/)
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
  for (const of of [example, reviewed('rejected')]) {
    const bundle = messageOf({ ...of, statements }, 1)
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

test('ids are UUIDs of version 5', () => {
  // RFC 9562, appendix A.4.
  expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com', sha1)).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})

test('a made-up patient bears the security label of test data, another none', () => {
  const madeUp = { ...example, patient: { ...example.patient, isMadeUp: true } } as const
  const labelled = messageOf(madeUp, 1)
  expect(resource(labelled, 'Patient')).toMatchObject({ meta: { security: [{ code: 'HTEST' }] } })
  expect(JSON.stringify(messageOf(example, 1))).not.toContain('HTEST')
  expect(checkMessage(definitions, labelled)).toEqual([])
})
