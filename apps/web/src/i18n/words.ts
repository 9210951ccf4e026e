import { useTranslation } from 'react-i18next'

import { currentLanguage, type Language } from './i18n.ts'

/** Words that a description brings along, such as that of a tool. */
type Words<Text> = Readonly<Record<Language, Text>>

/** Chooses those of the language that is shown. */
export function useWords(): <Text>(words: Words<Text>) => Text {
  // Renders anew when the language changes.
  useTranslation()
  return wordsNow
}

function wordsNow<Text>(words: Words<Text>): Text {
  return words[currentLanguage()]
}
