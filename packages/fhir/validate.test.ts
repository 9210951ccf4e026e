import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { checkMessage } from './check-message.ts'
import { localCodeSystem } from './code-system.ts'
import { issueRules } from './issue.ts'
import { transactionOf } from './message.ts'
import { resourcesOf, type Bundle } from './resource.ts'
import { definitions } from './testing/definitions.ts'
import { certified, example, reviewed, ungradable } from './testing/descriptions.ts'
import { messageOf } from './testing/made-message.ts'
import { validateResource } from './validate.ts'

/** JSON for a test to break. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

function issuesOf(bundle: Bundle): string[] {
  return checkMessage(definitions, bundle).map(({ rule }) => rule)
}

const kinds = {
  preliminary: example,
  confirmed: reviewed('confirmed'),
  rejected: reviewed('rejected'),
  ungradable,
  'with the report as a PDF': {
    ...example,
    printed: { content: 'JVBERi0=', size: 5, sha1: 'Cr0S', at: '2026-07-14T01:15:03.000Z' },
  },
  'with a calibrated risk': certified,
  'without SNOMED CT': { ...example, site: { ...example.site, usesSnomed: false } },
  'in English, without a zone': {
    ...example,
    site: { ...example.site, language: 'en' as const },
  },
  'of nobody known': {
    ...example,
    patient: { id: '', name: '', names: [], sex: null, birthDate: null },
    order: null,
    photograph: { ...example.photograph, eye: null, camera: null, takenAt: null, studyDay: null },
  },
}

for (const [name, description] of Object.entries(kinds)) {
  test(`a message is valid: ${name}`, () => {
    const message = messageOf(description, 1)
    expect(checkMessage(definitions, message)).toEqual([])
    const transaction = transactionOf(message, { patient: 'own', retired: ['RiskAssessment/1'] })
    expect(checkMessage(definitions, transaction)).toEqual([])
  })
}

test('our code system is valid, and has every code of ours that a message uses', () => {
  const told = example.analysis.measured.flatMap(({ code, components }) => [
    code,
    ...components.map((each) => each.code),
  ])
  const system = localCodeSystem({ name: 'Fovea', version: '1' }, told)
  expect(validateResource(definitions, system)).toEqual([])
  const used = JSON.stringify(messageOf(example, 1)).matchAll(
    new RegExp(`"system":"${String(system['url'])}","code":"([^"]+)"`, 'g'),
  )
  const concepts = JSON.stringify(system['concept'])
  for (const [, code = ''] of used) expect(concepts).toContain(`"code":"${code}"`)
})

test('an index is a relative hazard with our band, and never has a code for a probability', () => {
  const bundle = messageOf(example, 1)
  const text = JSON.stringify(bundle)
  expect(text).not.toContain('risk-probability')
  const resources = resourcesOf(bundle)
  const assessment = resources.find(({ resourceType }) => resourceType === 'RiskAssessment')
  expect(assessment).toMatchObject({ prediction: [{ relativeRisk: 1.21 }] })
  expect(text).toContain('"valueQuantity":{"value":1.21')
  const calibrated = JSON.stringify(messageOf(certified, 1))
  expect(calibrated).toContain('risk-probability')
})

test('the Korean core requires more, and a message that claims it complies', () => {
  const krCore = { procedure: { system: 'http://hira.example/edi', code: 'E6660' } }
  const description = { ...example, site: { ...example.site, krCore } }
  const message = messageOf(description, 1)
  expect(checkMessage(definitions, message)).toEqual([])
  const unborn = { ...description, patient: { ...example.patient, birthDate: null } }
  expect(checkMessage(definitions, messageOf(unborn, 1))).toEqual([])
  expect(JSON.stringify(messageOf(unborn, 1))).toContain('data-absent-reason')
  const nameless = { ...description, patient: { ...example.patient, name: '' } }
  expect(checkMessage(definitions, messageOf(nameless, 1)).map(({ at }) => at)).toEqual([
    'Patient.name',
  ])
  const undated = { ...example.photograph, takenAt: null, studyDay: null }
  const without = messageOf({ ...description, photograph: undated }, 1)
  expect(checkMessage(definitions, without)).toEqual([])
})

test.each<[at: string, spoil: (bundle: Loose) => void]>([
  ['Patient.identifier', (b) => delete of(b, 'Patient').identifier[0].system],
  ['Patient.name', (b) => of(b, 'Patient').name.push({ family: 'Hong' })],
  ['Patient.gender', (b) => delete of(b, 'Patient').gender],
  ['Patient.birthDate', (b) => delete of(b, 'Patient').birthDate],
  ['DiagnosticReport.category', (b) => of(b, 'DiagnosticReport').category.shift()],
  ['DiagnosticReport.code', (b) => delete of(b, 'DiagnosticReport').code.coding[0].system],
  ['Organization.identifier', (b) => delete of(b, 'Organization').identifier[0].system],
  ['Organization.name', (b) => delete of(b, 'Organization').name],
])('KR Core 2.0.0 misses its %s', (at, spoil) => {
  const krCore = { procedure: null }
  const message = messageOf({ ...example, site: { ...example.site, krCore } }, 1)
  spoil(message as Loose)
  expect(checkMessage(definitions, message)).toContainEqual({
    rule: 'profile',
    at,
    detail: 'KR Core',
  })
})

/** The n-th resource of a type. */
function of(bundle: Loose, type: string, n = 0): Loose {
  return resourcesOf(bundle).filter(({ resourceType }) => resourceType === type)[n]
}

const other = 'urn:uuid:11111111-1111-4111-8111-111111111111'

const broken: Record<string, [rule: string, spoil: (bundle: Loose) => void]> = {
  'an element that there is not': ['unknown-element', (b) => (of(b, 'DiagnosticReport').risk = 1)],
  'no status': ['missing', (b) => delete of(b, 'Observation').status],
  'a status of nobody’s': ['unknown-code', (b) => (of(b, 'DiagnosticReport').status = 'done')],
  'a gender of DICOM’s': ['unknown-code', (b) => (of(b, 'Patient').gender = 'M')],
  'two values of one choice': ['choice', (b) => (of(b, 'Observation').valueString = 'x')],
  'a date without hyphens': ['wrong-form', (b) => (of(b, 'Patient').birthDate = '19640309')],
  'the 30th of February': ['impossible-date', (b) => (of(b, 'Patient').birthDate = '2026-02-30')],
  'a time without a zone': [
    'wrong-form',
    (b) => (of(b, 'Observation').issued = '2026-07-14T10:15:02'),
  ],
  'one thing instead of a list': [
    'not-a-list',
    (b) => (of(b, 'DiagnosticReport').result = of(b, 'DiagnosticReport').result[0]),
  ],
  'a list instead of one thing': ['not-single', (b) => (of(b, 'Patient').gender = ['male'])],
  'a number as text': [
    'wrong-type',
    (b) => (of(b, 'Observation', 1).component[0].valueQuantity.value = '151.2'),
  ],
  'a probability above 100': [
    'invariant',
    (b) => (of(b, 'RiskAssessment').prediction[0].probabilityDecimal = 124),
  ],
  'a reference to a wrong type': [
    'reference-type',
    (b) => (of(b, 'DiagnosticReport').subject = { reference: 'Observation/1' }),
  ],
  'a header that is not first': ['invariant', (b) => b.entry.push(b.entry.shift())],
  'a reference to nothing': [
    'dangling-reference',
    (b) => (of(b, 'DiagnosticReport').result[1].reference = other),
  ],
  'one address for two': ['invariant', (b) => (b.entry[5].fullUrl = b.entry[4].fullUrl)],
  'an address that is not the resource’s': ['full-url', (b) => (b.entry[5].fullUrl = other)],
  'an id with an underscore': ['wrong-form', (b) => (b.id = 'a_b')],
  'a script in the narrative': [
    'narrative',
    (b) =>
      (of(b, 'Patient').text.div =
        '<div xmlns="http://www.w3.org/1999/xhtml"><script>1</script></div>'),
  ],
  'an empty list': ['empty', (b) => (of(b, 'Patient').name = [])],
  'an empty object': ['empty', (b) => (of(b, 'Patient').name = [{}])],
  null: ['not-a-list', (b) => (of(b, 'Patient').name = null)],
  'a misspelt type': ['unknown-type', (b) => (b.entry[1].resource.resourceType = 'Pateint')],
  'a provenance of nothing': ['missing', (b) => delete of(b, 'Provenance').target],
  'a name of spaces': ['empty', (b) => (of(b, 'Organization').name = '   ')],
  'an organisation without name and number': [
    'invariant',
    (b) => {
      delete of(b, 'Organization').name
      delete of(b, 'Organization').identifier
    },
  ],
  'another patient’s observation': [
    'other-patient',
    (b) => (of(b, 'Observation').subject.reference = other),
  ],
  'two patients': [
    'patient-count',
    (b) =>
      b.entry.push({ fullUrl: other, resource: { resourceType: 'Patient', id: other.slice(9) } }),
  ],
  'a ratio that is not one': [
    'ratio-differs',
    (b) => (of(b, 'Observation', 1).component[2].valueQuantity.value = 0.9),
  ],
  'calibres in two units': [
    'units-differ',
    (b) => (of(b, 'Observation', 1).component[0].valueQuantity.code = '{pixels}'),
  ],
  'micrometres without a scale': [
    'no-scale-source',
    (b) => (of(b, 'Observation', 1).method.text = 'Knudtson'),
  ],
  'final without an interpreter': [
    'no-interpreter',
    (b) => (of(b, 'DiagnosticReport').status = 'final'),
  ],
  'a result that does not say that it is AI’s': [
    'no-ai-label',
    (b) => delete of(b, 'Observation', 2).meta,
  ],
  'a risk that differs from the observed one': [
    'risk-differs',
    (b) => (of(b, 'RiskAssessment').prediction[0].relativeRisk = 1.4),
  ],
  'a code without its system': [
    'invariant',
    (b) => delete of(b, 'Observation', 1).component[0].valueQuantity.system,
  ],
  'a value and the reason why there is none': [
    'invariant',
    (b) => (of(b, 'Observation').dataAbsentReason = { text: 'x' }),
  ],
  'a wrong count of instances': [
    'instance-count',
    (b) => (of(b, 'ImagingStudy').numberOfInstances = 3),
  ],
  'a study number that is none': [
    'uid-form',
    (b) => (of(b, 'ImagingStudy').identifier[0].value = 'urn:oid:1.02.3'),
  ],
  'a resource that nothing names': [
    'unreachable',
    (b) =>
      b.entry.push({
        fullUrl: other,
        resource: { resourceType: 'Organization', id: other.slice(9), name: 'x' },
      }),
  ],
}

test.each(Object.entries(broken))('is not let through: %s', (_name, [rule, spoil]) => {
  const bundle = structuredClone(messageOf(example, 1))
  spoil(bundle)
  expect(issuesOf(bundle)).toContain(rule)
})

test('anything that is not a bundle is reported as such', () => {
  for (const nonsense of [
    null,
    1,
    'x',
    [],
    {},
    { resourceType: 7 },
    { resourceType: 'Bundle', entry: 3 },
  ])
    expect(validateResource(definitions, nonsense)).not.toEqual([])
})

test.each(['__proto__', 'constructor', '_constructor', 'toString'])(
  'an element called %s is none',
  (name) => {
    const text = JSON.stringify(messageOf(example, 1))
    const bundle = JSON.parse(text.replace('"type":"message"', `"type":"message","${name}":{}`))
    expect(issuesOf(bundle)).toEqual(['unknown-element'])
  },
)

test('any value anywhere in a message is judged, and nothing throws', () => {
  const message = messageOf(example, 1)
  const places: (string | number)[][] = []
  JSON.stringify(message, function note(key, value) {
    if (key !== '' && this !== message) places.push([...(paths.get(this) ?? []), key])
    if (typeof value === 'object' && value !== null)
      paths.set(value, key === '' ? [] : [...(paths.get(this) ?? []), key])
    return value
  })
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
      const bundle: Loose = structuredClone(message)
      const last = place.at(-1) ?? ''
      let at = bundle
      for (const step of place.slice(0, -1)) at = at[step]
      at[last] = value
      for (const rule of issuesOf(bundle)) expect(issueRules).toContain(rule)
    }),
    { numRuns: 300 },
  )
})

/** Paths of the objects in a message. */
const paths = new Map<object, (string | number)[]>()
