import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { type GradeChange, gradeEntry } from './grade-history.ts'
import { namingOf } from './identity.ts'
import { definitions } from './testing/definitions.ts'
import { validateResource } from './validate.ts'

const naming = namingOf('5a3f3f6e-4d0c-4d4e-8b46-8f6d8b2f1c01', (bytes) =>
  createHash('sha1').update(bytes).digest(),
)

const given: GradeChange = {
  grade: 'assignment 1, image 7, reader 2, dr_grade',
  version: 1,
  image: { id: 7, path: 'a/b.png' },
  concept: { code: 'dr_grade', codes: [], text: 'DR grade' },
  formVersion: 3,
  value: { kind: 'concept', concept: { code: 'dr_grade:2', codes: [], text: 'Moderate' } },
  source: null,
  isFinal: false,
  at: '2026-11-27T07:00:00.000Z',
  by: 'lee',
}

test('a grade, its change and its end are a valid history with the version of the form', () => {
  const changes = [
    given,
    { ...given, version: 2, value: { kind: 'cannotTell', text: 'Cannot tell' } as const },
    { ...given, version: 3, value: null },
    { ...given, grade: 'final', isFinal: true, by: '' },
  ]
  const coded = { usesSnomed: true, scope: 'dataset 3' }
  const entry = changes.map((change) => gradeEntry(change, coded, naming))
  const bundle = { resourceType: 'Bundle', type: 'history', entry }
  expect(validateResource(definitions, bundle)).toEqual([])
  expect(entry).toMatchObject([
    {
      resource: {
        status: 'preliminary',
        meta: { versionId: '1' },
        code: { coding: [{ version: '3', code: 'dr_grade' }] },
        performer: [{ display: 'lee' }],
      },
    },
    { resource: { meta: { versionId: '2' } }, response: { status: '200' } },
    { request: { method: 'DELETE' } },
    { resource: { status: 'final' }, response: { status: '201' } },
  ])
})
