import { expect, test } from 'vitest'

import { visitsOf } from './visits.ts'

const image = (patientID: string, studyDate: string) => ({ patientID, studyDate })

test('a list is divided where the patient or the day changes', () => {
  const list = [
    image('P-1', '2026-03-01'),
    image('P-1', '2026-03-01'),
    image('P-2', '2026-03-01'),
    image('P-2', '2026-03-02'),
    image('P-1', '2026-03-01'),
  ]
  expect(visitsOf(list).map(({ day, images }) => [day, images.length])).toEqual([
    ['2026-03-01', 2],
    ['2026-03-01', 1],
    ['2026-03-02', 1],
    ['2026-03-01', 1],
  ])
})

test('images without patient or day are of no visit', () => {
  const list = [image('', '2026-03-01'), image('P-1', ''), image('P-1', '2026-03-01')]
  expect(visitsOf(list).map(({ day, images }) => [day, images.length])).toEqual([
    [null, 2],
    ['2026-03-01', 1],
  ])
})
