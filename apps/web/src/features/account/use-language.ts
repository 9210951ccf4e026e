import { useTranslation } from 'react-i18next'

import { useChangePreferences } from '../../api/preferences.ts'
import { useViewer } from '../../api/viewer.ts'
import { changeLanguage, currentLanguage, type Language } from '../../i18n/i18n.ts'

/** The interface's language, and a function that changes it here and in the user's preferences. */
export function useLanguage(): [Language, (language: Language) => void] {
  // Renders again when the language changes.
  useTranslation()
  const viewer = useViewer()
  const { mutate } = useChangePreferences()
  const change = (language: Language) => {
    void changeLanguage(language)
    if (viewer?.anonymous === false) mutate({ language })
  }
  return [currentLanguage(), change]
}
