import { describe, expect, test } from 'vitest'

import { searchPacs } from '#contract/pacs-search'

import { isWanted, studyKeys } from './study-query.ts'

const namesAsked = (patientName: string) =>
  studyKeys({ patientName }).map(({ PatientName }) => PatientName)

function isFound(criteria: Parameters<typeof isWanted>[0], answer: Record<string, string>) {
  const text = (tag: string) => answer[tag]
  return isWanted(criteria, { text, texts: (tag) => (text(tag) ?? '').split('\\') })
}

const named = (patientName: string, name: string) => isFound({ patientName }, { '00100010': name })

describe('a query of an archive', () => {
  test('has no key for criteria that were not given', () => {
    expect(studyKeys({ studyDate: '20261101-20261103', modality: 'OP' })).toEqual([
      {
        PatientName: '',
        PatientID: '',
        AccessionNumber: '',
        StudyDate: '20261101-20261103',
        ModalitiesInStudy: 'OP',
      },
    ])
  })

  test.each([
    ['Hong', 'Hong*'],
    ['Hong Gildong', 'Hong*Gildong*'],
    ['Hong, Gildong', 'Hong*Gildong*'],
    ['Hong^Gil', 'Hong*Gil*'],
    ['*dong', '*dong*'],
    ['H?ng', 'H?ng*'],
  ])('of the name %s is %s', (name, key) => {
    expect(namesAsked(name)).toEqual([key])
  })

  test('in Korean is each group of a name, however its components are split', () => {
    const key = '홍*길*동*'
    const keys = [key, `*=${key}`, `*=*=${key}`]
    expect(namesAsked('홍길동')).toEqual(keys)
    expect(namesAsked('홍 길동')).toEqual(keys)
    expect(namesAsked('홍길동'.normalize('NFD'))).toEqual(keys)
    expect(namesAsked('홍*')[0]).toBe('홍*')
  })
})

describe('an answer is accepted', () => {
  test.each([
    ['hong', 'HONG^GILDONG'],
    ['Hong Gil', 'Hong^Gildong=洪^吉洞=홍^길동'],
    ['홍길동', 'Hong^Gildong=洪^吉洞=홍^길동'],
    ['홍길동', '홍길동'],
    ['남궁민수', '남궁^민수'],
    ['洪吉', 'Hong^Gildong=洪^吉洞'],
    ['홍?동', '홍^길동'],
    ['*gildong', 'Hong^Gildong'],
    ['Muller', 'Müller^Eva'],
    ['*g*g*', 'Hong^Gildong'],
    ['Hong*dong', 'Hong^Gildong'],
  ])('if its name is like %s: %s', (sought, name) => {
    expect(named(sought, name)).toBe(true)
  })

  test.each([
    ['Hong Gil', 'Hongseok^Gildong'],
    ['홍길동', '홍^민길동'],
    ['Gildong', 'Hong^Gildong'],
    ['Hong.', 'Honga^B'],
    ['홍?동', '홍^길동이'],
    ['Hong*ngdong', 'Hong^Dong'],
    ['*g*g*g*', 'Hong^Gildon'],
    ['Hong?', 'Hong'],
  ])('not if %s was meant and it is %s', (sought, name) => {
    expect(named(sought, name)).toBe(false)
  })

  test('if its numbers and modalities are the requested ones, or it has none', () => {
    const criteria = { patientID: 'P-1*', accessionNumber: 'A1', modality: 'OP' }
    expect(isFound(criteria, { '00100020': 'p-17', '00080061': 'OT\\OP' })).toBe(true)
    expect(isFound(criteria, { '00080050': 'A1' })).toBe(true)
    expect(isFound(criteria, { '00100020': 'P-2' })).toBe(false)
    expect(isFound(criteria, { '00080050': 'A11' })).toBe(false)
    expect(isFound(criteria, { '00080061': 'OT' })).toBe(false)
  })
})

describe('a search is refused', () => {
  test.each([
    ['without a criterion', {}],
    ['of nothing but wildcards', { patientName: '*^?' }],
    ['with a backslash, which parts values', { patientID: 'A\\B' }],
    ['with a group of a name', { patientName: '홍=길동' }],
    ['of an accession number that none can have', { accessionNumber: 'A'.repeat(17) }],
    ['of no day', { studyDate: 'today' }],
    ['of no modality', { modality: 'o/p' }],
  ])('%s', (_, body) => {
    expect(searchPacs.body.safeParse(body).success).toBe(false)
  })

  test('but not with days in the forms of the web and DICOM', () => {
    const dates = ['2026-11-01', '20261101', '20261101-', '-20261103'].map(
      (studyDate) => searchPacs.body.parse({ studyDate }).studyDate,
    )
    expect(dates).toEqual(['20261101', '20261101', '20261101-', '-20261103'])
  })
})
