import { expect, test } from 'vitest'

import type { Guide } from '#contract/guide'

import { help } from '../../i18n/en/help.ts'
import { choicesFrom, storedChoices } from './guide-choices.ts'
import { helpTopics } from './help-topics.ts'
import { stepGroups } from './steps.ts'

const nothing: Guide = { done: [], own_dataset: null, photograph: null }
const none = choicesFrom(undefined)
const reader = { is_admin: false, site_id: null }
const administrator = { is_admin: true, site_id: null }

test('a reader sees the steps of readers, an administrator also their own', () => {
  const audiencesOf = (viewer: typeof reader) =>
    stepGroups(nothing, viewer, none).map(({ audience }) => audience)
  expect(audiencesOf(reader)).toEqual(['reader'])
  expect(audiencesOf(administrator)).toEqual(['administrator', 'reader'])
})

function stepsOf(viewer: { is_admin: boolean; site_id: number | null }) {
  return stepGroups(nothing, viewer, none).flatMap(({ steps }) => steps.map(({ step }) => step.key))
}

test('an administrator of a site sees no step that only those of the installation can take', () => {
  const kept = stepsOf({ is_admin: true, site_id: 3 })
  expect(kept).toEqual(stepsOf(administrator).filter((key) => key !== 'backup'))
})

test('a step is done by the data or the user, and a skipped one can still become done', () => {
  const guide: Guide = { ...nothing, done: ['open', 'analyse'] }
  const choices = { isHidden: false, settled: { analyse: 'skipped', confirm: 'skipped' } } as const
  const steps = stepGroups(guide, reader, choices).flatMap((group) => group.steps)
  expect(steps.map(({ step, state }) => [step.key, state])).toEqual([
    ['open', 'done'],
    ['analyse', 'done'],
    ['correct', 'open'],
    ['confirm', 'skipped'],
    ['export', 'open'],
  ])
})

test('without a photograph the steps of readers lead to the example clinic', () => {
  const [readers] = stepGroups(nothing, reader, none)
  expect(new Set(readers?.steps.map(({ address }) => address))).toEqual(new Set(['/?open=example']))
})

test('with a photograph each step leads to the place where it is taken', () => {
  const guide: Guide = { ...nothing, own_dataset: 3, photograph: { id: 7, dataset: 4 } }
  const steps = stepGroups(guide, administrator, none).flatMap((group) => group.steps)
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
