import { useTranslation } from 'react-i18next'

import type { Localised } from '#contract/results/description'

import { currentLanguage } from './i18n.ts'

/** Chooses a description's text in the current language. */
export function useLocalised(): (text: Localised) => string {
  // Renders again when the language changes.
  useTranslation()
  return (text) => text[currentLanguage()]
}
