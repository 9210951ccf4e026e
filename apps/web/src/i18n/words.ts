import { useTranslation } from 'react-i18next'

import { currentLanguage, type Language } from './i18n.ts'

/** Texts that a description contains, such as those of a tool. */
type Words<Text> = Readonly<Record<Language, Text>>

/** Chooses the text in the current language. */
export function useWords(): <Text>(words: Words<Text>) => Text {
  // Renders again when the language changes.
  useTranslation()
  return wordsNow
}

function wordsNow<Text>(words: Words<Text>): Text {
  return words[currentLanguage()]
}
