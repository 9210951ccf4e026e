import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { GuideStepKey } from '#contract/guide'

import { useChangePreferences, usePreferences } from '../../api/preferences.ts'
import { useViewer } from '../../api/viewer.ts'
import { guideState } from './api.ts'
import { choicesFrom, type GuideChoices, storedChoices } from './guide-choices.ts'

/** The user's choices about the first steps, null until loaded, and functions that change them. */
export function useGuideChoices() {
  const preferences = usePreferences()
  const { mutate } = useChangePreferences()
  const stored = preferences?.['guide']
  const choices = useMemo(() => choicesFrom(stored), [stored])
  const change = (changes: Partial<GuideChoices>) =>
    mutate({ guide: storedChoices({ ...choices, ...changes }) })
  return {
    choices: preferences === undefined ? null : choices,
    setHidden: (isHidden: boolean) => change({ isHidden }),
    /** Ticks or skips a step; null takes it up again. */
    settle: (key: GuideStepKey, as: 'done' | 'skipped' | null) => {
      const { [key]: _, ...others } = choices.settled
      change({ settled: as === null ? others : { ...others, [key]: as } })
    },
  }
}

/** The server's part of the first steps, fetched while they are shown. */
export function useGuideState(isShown: boolean) {
  const viewer = useViewer()
  const query = useQuery({ ...guideState, enabled: isShown && viewer !== null })
  return { viewer, query }
}
