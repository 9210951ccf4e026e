import { describe, expect, test } from 'vitest'

import { colourDistance, freeColour } from './category-colours.ts'
import { roleByName } from './category-role.ts'
import { templateCategories, templateCategoryNamed } from './category-templates.ts'

type Rows = readonly (readonly [number, number, number])[]

/** Complete blindness for red or green. Source: G. M. Machado et al., IEEE TVCG 2009;15:1291-8. */
const protanopia: Rows = [
  [0.152286, 1.052583, -0.204868],
  [0.114503, 0.786281, 0.099216],
  [-0.003882, -0.048116, 1.051998],
]
const deuteranopia: Rows = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
]
const usual: Rows = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

const templateColours = templateCategories.map(({ color }) => color)

function closestPair(colours: readonly string[], rows: Rows): number {
  const seen = ([r, g, b]: readonly [number, number, number]) => {
    const row = (at: number) => {
      const [x, y, z] = rows[at] ?? [0, 0, 0]
      return Math.min(1, Math.max(0, x * r + y * g + z * b))
    }
    return [row(0), row(1), row(2)] as const
  }
  const distances = colours.flatMap((a, i) =>
    colours.slice(i + 1).map((b) => colourDistance(a, b, seen)),
  )
  return Math.min(...distances)
}

describe('the colours of all templates', () => {
  test.each([
    ['to most people', usual, 0.14],
    ['without red receptors', protanopia, 0.065],
    ['without green receptors', deuteranopia, 0.065],
  ])('stay apart, %s', (_, rows, least) => {
    expect(closestPair(templateColours, rows)).toBeGreaterThan(least)
  })
})

test('twenty further categories get colours apart from one another and from the disc', () => {
  const used: string[] = [...templateColours]
  for (let i = 0; i < 20; i++) used.push(freeColour(used))
  expect(new Set(used).size).toBe(used.length)
  expect(closestPair(used, usual)).toBeGreaterThan(0.03)
  const disc = templateCategoryNamed('optic disc')?.color ?? ''
  expect(Math.min(...used.slice(1).map((other) => colourDistance(disc, other)))).toBeGreaterThan(
    0.07,
  )
})

test('a template gives the role that its names mean', () => {
  for (const { words, role = null } of templateCategories) {
    expect([roleByName(words.en), roleByName(words.ko)]).toEqual([role, role])
    expect(templateCategoryNamed(words.ko)).toBe(templateCategoryNamed(words.en.toUpperCase()))
  }
})

test.each([
  ['optic_disc', 'disc'],
  [' OPTIC  NERVE-HEAD ', 'disc'],
  ['시신경 유두', 'disc'],
  ['시신경유두 함몰', 'cup'],
  ['Disc haemorrhages', null],
  ['Model', null],
])('a category named %j has the role %s', (name, role) => {
  expect(roleByName(name)).toBe(role)
})
