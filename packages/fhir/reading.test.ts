import { expect, test } from 'vitest'

import { messageOf } from './testing/made-message.ts'
import { readingOf } from './reading.ts'
import { certified, example, reviewed, ungradable } from './testing/descriptions.ts'

function rowsOf(description: typeof example): Record<string, unknown> {
  const { sections } = readingOf(messageOf(description, 1))
  return Object.fromEntries(
    sections.flatMap(({ rows }) => rows.map(({ label, value }) => [label, value])),
  )
}

test('a message is read as its patient, order, photograph and results', () => {
  expect(rowsOf(example)).toEqual({
    status: { term: 'preliminary' },
    made: '2026-07-14T01:15:02.000Z',
    sender: '예시대학교병원 안과',
    software: 'Fovea 1.0.0',
    name: '홍길동',
    number: '00012345',
    sex: { term: 'male' },
    birthDate: '1964-03-09',
    orderNumber: '20260714001234',
    department: '안과',
    taken: '2026-07-14T10:12:30+09:00',
    eye: '우안(OD)',
    modality: 'Ophthalmic Photography',
    camera: 'Example Optics F-1',
    quality: '분석 가능',
    crae: '151.2 µm',
    crve: '219.8 µm',
    avr: '0.688',
    method: expect.stringContaining('Pixel Spacing'),
    risk: '뇌졸중: 중등도 위험',
  })
})

test('a clinician, a calibrated risk and an ungradable photograph are shown', () => {
  expect(rowsOf(reviewed('confirmed'))).toMatchObject({
    status: { term: 'final' },
    clinician: '이안과',
  })
  expect(rowsOf(certified)).toMatchObject({ tenYearRisk: '12.4 %' })
  const rows = rowsOf(ungradable)
  expect(rows).toMatchObject({ quality: '분석 불가' })
  expect(rows).not.toHaveProperty('crae')
  expect(rows).not.toHaveProperty('risk')
  expect(readingOf(messageOf(ungradable, 1)).conclusion).toContain('초점이 흐림')
})
