import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Description, Photograph } from './description.ts'
import { transactionOf } from './message.ts'
import { resourcesOf } from './resource.ts'
import { example } from './testing/descriptions.ts'
import { messageOf } from './testing/made-message.ts'

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

test('the photographs of two people, mixed at random, never mix in a message', () => {
  fc.assert(
    fc.property(mixed, (descriptions) => {
      // All are built before any is checked: nothing of one may leak into the next.
      const bundles = descriptions.map((each) => [messageOf(each, 1), each] as const)
      for (const [message, { patient }] of bundles)
        for (const bundle of [message, transactionOf(message, { patient: 'own' })]) {
          const strange = patient.id.startsWith('QQA') ? /QQB-|2\.999\.72\./ : /QQA-|2\.999\.71\./
          expect(strange.exec(JSON.stringify(bundle))).toBeNull()
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
      const text = JSON.stringify(messageOf(description, 1))
      for (const side of ['right', 'left'] as const) {
        const isIt = description.photograph.eye === side
        expect(text.includes(`"${eyes[side].site}"`)).toBe(isIt)
        expect(text.includes(`"${eyes[side].laterality}"`)).toBe(isIt)
      }
    }),
  )
})
