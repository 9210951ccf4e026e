import { expect, test } from 'vitest'

import type { Guide } from '#contract/guide'

import { help } from '../../i18n/en/help.ts'
import { choicesFrom, storedChoices } from './guide-choices.ts'
import { helpTopics } from './help-topics.ts'
import { stepGroups } from './steps.ts'

const nothing: Guide = { done: [], own_dataset: null, photograph: null }
const none = choicesFrom(undefined)

test('a reader sees the steps of readers, an administrator also their own', () => {
  const reader = stepGroups(nothing, { is_admin: false }, none)
  const administrator = stepGroups(nothing, { is_admin: true }, none)
  expect(reader.map(({ audience }) => audience)).toEqual(['reader'])
  expect(administrator.map(({ audience }) => audience)).toEqual(['administrator', 'reader'])
})

test('a step is done by the data or the user, and a skipped one can still become done', () => {
  const guide: Guide = { ...nothing, done: ['open', 'analyse'] }
  const choices = { isHidden: false, settled: { analyse: 'skipped', confirm: 'skipped' } } as const
  const steps = stepGroups(guide, { is_admin: false }, choices).flatMap((group) => group.steps)
  expect(steps.map(({ step, state }) => [step.key, state])).toEqual([
    ['open', 'done'],
    ['analyse', 'done'],
    ['correct', 'open'],
    ['confirm', 'skipped'],
    ['export', 'open'],
  ])
})

test('without a photograph the steps of readers lead to the example clinic', () => {
  const [readers] = stepGroups(nothing, { is_admin: false }, none)
  expect(new Set(readers?.steps.map(({ address }) => address))).toEqual(new Set(['/?open=example']))
})

test('with a photograph each step leads to the place where it is taken', () => {
  const guide: Guide = { ...nothing, own_dataset: 3, photograph: { id: 7, dataset: 4 } }
  const steps = stepGroups(guide, { is_admin: true }, none).flatMap((group) => group.steps)
  const addresses = Object.fromEntries(steps.map(({ step, address }) => [step.key, address]))
  expect(addresses).toMatchObject({
    scale: '/dataset/3?tab=settings#scales',
    open: '/annotate/7',
    confirm: '/report/7#review',
    export: '/tabulardataset/4?open=export',
  })
})

test('the user’s choices survive storage, and damaged ones are forgotten', () => {
  const choices = { isHidden: true, settled: { backup: 'done' } } as const
  expect(choicesFrom(JSON.parse(JSON.stringify(storedChoices(choices))))).toEqual(choices)
  expect(choicesFrom({ hidden: 'x', settled: { backup: 'x', unknown: 'done' } })).toEqual(none)
})

test('the page of help has every topic', () => {
  expect(helpTopics.toSorted()).toEqual(Object.keys(help.topics).toSorted())
})
