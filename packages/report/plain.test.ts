import { expect, test } from 'vitest'

import { reportedKinds } from '#contract/results/kinds'

import { writingIn } from './language.ts'
import { plainFindings } from './plain.ts'
import { notGradableNumbers, sampleNumbers } from './testing/sample-report.ts'

const languages = ['en', 'ko'] as const
const woman = { ageYears: 64, sex: 'female' } as const

test('a patient reads sentences without numbers, placeholders or a promise of health', () => {
  for (const language of languages) {
    const writing = writingIn(language, 'Asia/Seoul')
    for (const crae of [60, 100, 140, 220]) {
      const found = plainFindings(sampleNumbers(woman, { crae }), writing)
      expect(found.length).toBeGreaterThan(1)
      expect(found.join(' ')).not.toMatch(/\d|\{\{|healthy|normal|no disease|정상|건강/iu)
    }
  }
})

test('a patient of a photograph that is not gradable reads only that', () => {
  expect(plainFindings(notGradableNumbers, writingIn('en', 'UTC'))).toEqual([
    'The photograph is not clear enough, so nothing can be said about this eye. It may have to be taken again.',
  ])
})

test('calibres outside their range, and those that are not compared, are told apart', () => {
  const writing = writingIn('en', 'UTC')
  const inside = plainFindings(sampleNumbers(woman), writing)
  const outside = plainFindings(sampleNumbers(woman, { crae: 60 }), writing)
  expect(inside).toContain(
    'The width of the blood vessels is within the range used for comparison.',
  )
  expect(outside.join(' ')).toContain('outside the range used for comparison')
})

test('calibres in disc diameters are measured, but not compared; without any they are not measured', () => {
  const writing = writingIn('en', 'UTC')
  const numbers = sampleNumbers(woman)
  const { zones } = numbers
  if (zones === null) throw new Error('The sample has zones.')
  const missing = { notMeasurable: 'no-scale' } as const
  const inDiscs = { value: 0.08, uncertainty: 0.004, unit: 'DD', reference: null } as const
  const saidOf = (measures: (typeof zones)['measures']) =>
    plainFindings({ ...numbers, zones: { ...zones, measures } }, writing).join(' ')
  const none = { ...zones.measures, crae: missing, crve: missing }
  const inDiscsOnly = { ...none, craeInDiscs: inDiscs, crveInDiscs: inDiscs }
  expect(saidOf(inDiscsOnly)).not.toContain('could not be measured')
  const withoutAny = { ...none, craeInDiscs: missing, crveInDiscs: missing }
  expect(saidOf(withoutAny)).toContain('could not be measured')
})

test('no plain words of a kind promise health', () => {
  const texts = reportedKinds.flatMap(({ reported }) => [
    ...(reported?.plain.notes ?? []).map(({ text }) => text),
    ...Object.values(reported?.plain.cases ?? {}),
  ])
  expect(texts.length).toBeGreaterThan(5)
  for (const { en, ko } of texts) expect(`${en} ${ko}`).not.toMatch(/healthy|normal|정상|건강/iu)
})
