import { z } from 'zod'

import { isInstallationAdmin, type User } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './primitives.ts'

/**
 * The steps of the first hour, in order. `product`: the server derives from its data whether a step is
 * done; `person`: only the user knows, and ticks it. `access`: who can take the step, as for a call.
 */
export const guideSteps = [
  { key: 'scale', audience: 'administrator', access: 'admin', knownBy: 'product' },
  { key: 'stations', audience: 'administrator', access: 'admin', knownBy: 'product' },
  { key: 'orders', audience: 'administrator', access: 'admin', knownBy: 'product' },
  { key: 'accounts', audience: 'administrator', access: 'admin', knownBy: 'product' },
  { key: 'backup', audience: 'administrator', access: 'installation', knownBy: 'person' },
  { key: 'open', audience: 'reader', access: 'user', knownBy: 'product' },
  { key: 'analyse', audience: 'reader', access: 'user', knownBy: 'product' },
  { key: 'correct', audience: 'reader', access: 'user', knownBy: 'product' },
  { key: 'confirm', audience: 'reader', access: 'user', knownBy: 'product' },
  { key: 'export', audience: 'reader', access: 'user', knownBy: 'product' },
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

/** Whether the user can take the step; administrators are readers, too. */
export function concerns({ access }: GuideStep, user: Pick<User, 'is_admin' | 'site_id'>): boolean {
  if (access === 'installation') return isInstallationAdmin(user)
  return access === 'user' || user.is_admin
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
  scope: null,
  response: Guide,
})
