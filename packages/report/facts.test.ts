import { expect, test } from 'vitest'

import { describedKind, type ResultKind } from '#contract/results/kinds'

import { factText } from './facts.ts'

function facts(kind: ResultKind, numbers: unknown, language: 'en' | 'ko' = 'en') {
  return (describedKind(kind).facts ?? []).flatMap((fact) => {
    const text = factText(fact, numbers, { language })
    return text === null ? [] : [`${fact.name[language]}: ${text}`]
  })
}

test('a fact without a value says so, or is left out', () => {
  const found = { disc: { diameterPx: 240.4 }, fovea: { probability: 0.93 }, laterality: 'right' }
  expect(facts('optic_disc', found)).toEqual([
    'Diameter: 240 px',
    'Fovea: Found (93% sure)',
    'Eye: Right eye (OD)',
  ])
  expect(facts('optic_disc', found, 'ko')[1]).toBe('황반: 찾음(확률 93%)')
  const none = { disc: null, fovea: null, laterality: 'unknown' }
  expect(facts('optic_disc', none)).toEqual(['Fovea: Not found', 'Eye: Unknown'])
  expect(facts('vessels', { density: null })).toEqual(['Vessel density: Not measurable'])
})

test('several values are named one after the other, those of later versions too', () => {
  const numbers = { reasons: ['blurred', 'new-one'], visibility: null, fundus: null }
  expect(facts('quality', numbers)).toEqual(['Why: it is blurred, its quality is insufficient'])
  expect(facts('quality', { ...numbers, reasons: [], visibility: 0.5 })).toEqual([
    'Vessels that can be seen: 50%',
  ])
})

test('a number has its uncertainty beside it; results of earlier versions may lack it', () => {
  const [now] = facts('vessels', { density: 0.1, densityUncertainty: 0.015 })
  expect(now).toBe('Vessel density: 10.0% ± 1.5%')
  expect(facts('vessels', { density: 0.1 })).toEqual(['Vessel density: 10%'])
})
