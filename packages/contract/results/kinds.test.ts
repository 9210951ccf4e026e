import { expect, test } from 'vitest'

import type { Localised } from './description.ts'
import { describedKind, measureDescription, overviewOf, resultKinds, uncovered } from './kinds.ts'

const described = resultKinds.map(describedKind)

test('every text of a description is there in both languages', () => {
  const texts: Localised[] = []
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || '_zod' in value) return
    if ('en' in value && 'ko' in value) texts.push({ en: String(value.en), ko: String(value.ko) })
    Object.values(value).forEach(collect)
  }
  described.forEach(collect)
  expect(texts.length).toBeGreaterThan(described.length)
  expect(texts.filter(({ en, ko }) => en.trim() === '' || ko.trim() === '')).toEqual([])
})

test('every picture that a report offers or prints has a legend', () => {
  const shown = described.filter(
    ({ layer, printed, overview }) => (layer ?? printed ?? overview) !== undefined,
  )
  expect(shown).not.toEqual([])
  const unexplained = shown.filter(
    ({ isOverview, marks = [] }) => !isOverview && marks.length === 0,
  )
  expect(unexplained).toEqual([])
})

test('references of a description to others and to itself are valid', () => {
  for (const { covers = [], wholeArea, areas = {}, measures = [], fhir } of described) {
    expect(resultKinds).toEqual(expect.arrayContaining([...covers]))
    expect(Object.keys(areas)).toEqual(expect.arrayContaining(wholeArea ? [wholeArea] : []))
    const own = measures.flatMap((group) => group.measures)
    // No other kind has a measure of the same key.
    expect(own.map(({ key }) => measureDescription(key))).toEqual(own)
    const told = fhir?.measures.map(({ code }) => code) ?? []
    expect(own.map(({ key }) => key)).toEqual(expect.arrayContaining(told))
  }
})

const kindsOf = (results: readonly { kind: string }[]) => results.map(({ kind }) => kind)
const pictures = (...kinds: (typeof resultKinds)[number][]) =>
  kinds.map((kind) => ({ kind, has_picture: true }))

test('arterioles and venules are the vessels already', () => {
  const all = pictures('optic_disc', 'vessels', 'arteries_veins', 'zones', 'uncertainty')
  expect(kindsOf(uncovered(all))).not.toContain('vessels')
  expect(kindsOf(overviewOf(all))).toEqual(['arteries_veins', 'zones', 'optic_disc'])
  expect(kindsOf(overviewOf(pictures('optic_disc', 'vessels')))).toEqual(['vessels', 'optic_disc'])
})
