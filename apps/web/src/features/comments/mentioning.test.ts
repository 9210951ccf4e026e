import { expect, test } from 'vitest'

import { mentioningAt, peopleMatching, piecesOf, withMention } from './mentioning.ts'

const people = [
  { username: 'kim', name: '김민지' },
  { username: 'lee.j', name: 'Jane Lee' },
]

test.each([
  ['See @le', 7, { start: 4, sought: 'le' }],
  ['@', 1, { start: 0, sought: '' }],
  ['mail kim@lee', 12, null],
  ['See @lee and', 12, null],
])('in %j at %i, a mention is being typed: %j', (text, caret, expected) => {
  expect(mentioningAt(text, caret)).toEqual(expected)
})

test('people are found by the beginning of username or name, and put in for what was typed', () => {
  expect(peopleMatching(people, 'J')).toEqual([people[1]])
  expect(peopleMatching(people, '')).toEqual(people)
  const text = 'See @ja here'
  expect(withMention(text, { start: 4, sought: 'ja' }, 'lee.j')).toEqual({
    text: 'See @lee.j here',
    caret: 11,
  })
})

test('a text is cut at the mentions of people who were told', () => {
  const text = '@Kim님, ask @lee.j. Not @kimberly or a@kim'
  const pieces = piecesOf(text, ['kim', 'lee.j'])
  const mentions = pieces.filter(({ isMention }) => isMention)
  expect(mentions.map((piece) => piece.text)).toEqual(['@Kim', '@lee.j'])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})
