import type { User } from '#contract/account'
import {
  type Audience,
  audiences,
  concerns,
  type Guide,
  type GuideStep,
  type GuideStepKey,
  guideSteps,
} from '#contract/guide'

import type { GuideChoices } from './guide-choices.ts'

export type StepState = 'open' | 'done' | 'skipped'

export interface ShownStep {
  readonly step: GuideStep
  readonly state: StepState
  /** Address at which the step is taken. */
  readonly address: string
}

export interface StepGroup {
  readonly audience: Audience
  readonly steps: readonly ShownStep[]
}

/** A dataset, or the dialog that creates one. */
const ownDataset = ({ own_dataset: id }: Guide, place: string) =>
  id === null ? '/?open=create' : `/dataset/${id}?tab=settings#${place}`

/** A screen of the photograph to try on, or the dialog that loads the example clinic. */
const onPhotograph = ({ photograph }: Guide, to: (at: { id: number; dataset: number }) => string) =>
  photograph === null ? '/?open=example' : to(photograph)

/** Where each step is taken: the screen, with the dialog that opens or the part that gets the focus. */
const addressOf: Readonly<Record<GuideStepKey, (guide: Guide) => string>> = {
  scale: (guide) => ownDataset(guide, 'scales'),
  stations: () => '/admin/dicom?open=station',
  orders: (guide) => ownDataset(guide, 'orders'),
  accounts: () => '/admin/panel?open=account',
  backup: () => '/admin/system#backup',
  open: (guide) => onPhotograph(guide, ({ id }) => `/annotate/${id}`),
  analyse: (guide) => onPhotograph(guide, ({ dataset }) => `/tabulardataset/${dataset}#analyse`),
  correct: (guide) => onPhotograph(guide, ({ id }) => `/annotate/${id}#results`),
  confirm: (guide) => onPhotograph(guide, ({ id }) => `/report/${id}#review`),
  export: (guide) => onPhotograph(guide, ({ dataset }) => `/tabulardataset/${dataset}?open=export`),
}

/** The steps for a user, with their states: done counts more than skipped. */
export function stepGroups(
  guide: Guide,
  viewer: Pick<User, 'is_admin' | 'site_id'>,
  { settled }: GuideChoices,
): StepGroup[] {
  const done = new Set<GuideStepKey>(guide.done)
  const shown = guideSteps
    .filter((step) => concerns(step, viewer))
    .map((step): ShownStep => ({
      step,
      state: done.has(step.key) ? 'done' : (settled[step.key] ?? 'open'),
      address: addressOf[step.key](guide),
    }))
  return audiences
    .map((audience) => ({
      audience,
      steps: shown.filter(({ step }) => step.audience === audience),
    }))
    .filter(({ steps }) => steps.length > 0)
}
