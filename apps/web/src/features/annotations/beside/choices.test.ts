import { beforeEach, expect, test } from 'vitest'

import { type Choice, keepChoices, keptChoices, toggled } from './choices.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  Object.assign(globalThis, { sessionStorage: storage })
})

const fellow: Choice = { kind: 'fellowEye' }
const earlier: Choice = { kind: 'earlierVisit' }
const vessels: Choice = { kind: 'result', result: 'vessels' }
const lee: Choice = { kind: 'reader', name: 'lee' }

test('a choice that is made again is taken back, and a fourth replaces the oldest', () => {
  expect(toggled([fellow, vessels], { kind: 'result', result: 'vessels' })).toEqual([fellow])
  expect(toggled([fellow, earlier, vessels], lee)).toEqual([earlier, vessels, lee])
})

test('kinds of choice are kept for the next image, one image is not', () => {
  keepChoices([fellow, { kind: 'image', id: 7 }, lee])
  expect(keptChoices()).toEqual([fellow, lee])
})

test('what another version has stored is ignored', () => {
  stored.set('beside', '[{"kind":"tomorrow"}]')
  expect(keptChoices()).toEqual([])
  stored.set('beside', '{')
  expect(keptChoices()).toEqual([])
})
