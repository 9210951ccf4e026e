import { z } from 'zod'

import { guideSteps, type GuideStepKey } from '#contract/guide'

/** The user's own choices about the first steps, which are stored with the preferences. */
export interface GuideChoices {
  readonly isHidden: boolean
  /** Steps that the user has ticked or skipped. */
  readonly settled: Readonly<Partial<Record<GuideStepKey, 'done' | 'skipped'>>>
}

const Stored = z.object({
  hidden: z.boolean().catch(false),
  settled: z
    .partialRecord(z.enum(guideSteps.map(({ key }) => key)), z.enum(['done', 'skipped']))
    .catch({}),
})

/** The choices in the stored preferences; none if there are none, or they are damaged. */
export function choicesFrom(stored: unknown): GuideChoices {
  const read = Stored.safeParse(stored)
  if (!read.success) return { isHidden: false, settled: {} }
  return { isHidden: read.data.hidden, settled: read.data.settled }
}

/** The form in which the preferences store the choices. */
export function storedChoices({ isHidden, settled }: GuideChoices): z.input<typeof Stored> {
  return { hidden: isHidden, settled }
}
