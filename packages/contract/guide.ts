import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id } from './primitives.ts'

/**
 * The steps of the first hour, in order. `product`: the server derives from its data whether a step is
 * done; `person`: only the user knows, and ticks it.
 */
export const guideSteps = [
  { key: 'scale', audience: 'administrator', knownBy: 'product' },
  { key: 'stations', audience: 'administrator', knownBy: 'product' },
  { key: 'orders', audience: 'administrator', knownBy: 'product' },
  { key: 'accounts', audience: 'administrator', knownBy: 'product' },
  { key: 'backup', audience: 'administrator', knownBy: 'person' },
  { key: 'open', audience: 'reader', knownBy: 'product' },
  { key: 'analyse', audience: 'reader', knownBy: 'product' },
  { key: 'correct', audience: 'reader', knownBy: 'product' },
  { key: 'confirm', audience: 'reader', knownBy: 'product' },
  { key: 'export', audience: 'reader', knownBy: 'product' },
] as const

export type GuideStep = (typeof guideSteps)[number]
export type GuideStepKey = GuideStep['key']
export type DerivedStepKey = Extract<GuideStep, { knownBy: 'product' }>['key']

export const audiences = ['administrator', 'reader'] as const
export type Audience = (typeof audiences)[number]

/** The steps that the server derives, for iteration. */
export const derivedSteps = guideSteps
  .filter((step) => step.knownBy === 'product')
  .map(({ key }) => key) as readonly DerivedStepKey[]

/** Whether the step is shown to the user; administrators are readers, too. */
export function concerns({ audience }: GuideStep, { is_admin: isAdmin }: { is_admin: boolean }) {
  return audience === 'reader' || isAdmin
}

export const Guide = z.object({
  /** The steps that the caller's data show to be done. */
  done: z.array(z.enum(derivedSteps)),
  /** The caller's own dataset to set up; null if there is none but examples. */
  own_dataset: Id.nullable(),
  /** A photograph to try the reader's steps on, analysed if possible; null if there is none. */
  photograph: z.object({ id: Id, dataset: Id }).nullable(),
})
export type Guide = z.infer<typeof Guide>

export const getGuide = endpoint({
  method: 'GET',
  path: '/api/guide',
  summary: 'The caller’s progress through the first steps, and where to take them',
  access: 'user',
  response: Guide,
})
