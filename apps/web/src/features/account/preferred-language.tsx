import { useEffect, useEffectEvent } from 'react'

import { useChangePreferences, usePreferences } from '../../api/preferences.ts'
import { useViewer } from '../../api/viewer.ts'
import { changeLanguage, currentLanguage, type Language } from '../../i18n/i18n.ts'
import { takeChoice } from './language-choice.ts'

/** Applies the language of the user who signed in: the one just chosen, else the saved one. */
export function PreferredLanguage() {
  const viewer = useViewer()
  const { mutate } = useChangePreferences()
  const data = usePreferences()
  const settle = useEffectEvent((saved: Language | undefined) => {
    const chosen = takeChoice()
    if (chosen !== undefined) mutate({ language: chosen })
    else if (saved !== undefined && saved !== currentLanguage()) void changeLanguage(saved)
  })
  const known = data !== undefined && viewer?.anonymous === false
  const language = data?.language
  useEffect(() => {
    if (known) settle(language)
  }, [known, language])
  return null
}
