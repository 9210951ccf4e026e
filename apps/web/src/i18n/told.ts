import { useTranslation } from 'react-i18next'

import { catalogue } from '#contract/messages/catalogue'
import { fill, isMessageKey, type Message, recognise } from '#contract/messages/message'

import { currentLanguage, type Language } from './i18n.ts'
import { messages as korean } from './ko/messages.ts'

/** What the server tells people: in English, and by the key and parameters of its text. */
export interface Told {
  readonly message: string
  readonly key?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** What the server tells, in the language; in English where this web app does not know the text. */
export function toldIn(language: Language, { message, key, params }: Told): string {
  if (language === 'en' || key === undefined || !isMessageKey(key)) return message
  return inLanguage(language, { key, params: (params ?? {}) as Message['params'] })
}

/** A text that the server keeps in English, such as a task's name, in the language. */
export function storedIn(language: Language, text: string): string {
  const known = language === 'en' ? undefined : recognise(text)
  return known === undefined ? text : inLanguage(language, known)
}

function inLanguage(language: Language, { key, params }: Message): string {
  return fill(textOf(language, key), params, (inner) => inLanguage(language, inner))
}

function textOf(language: Language, key: Message['key']): string {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> =
    language === 'ko' ? korean : catalogue
  const [area = '', name = ''] = key.split('.')
  return texts[area]?.[name] ?? key
}

/** What the server told and what it keeps, in the reader's language. */
export function useTold(): {
  told: (told: Told) => string
  stored: (text: string) => string
} {
  useTranslation()
  const language = currentLanguage()
  return {
    told: (told) => toldIn(language, told),
    stored: (text) => storedIn(language, text),
  }
}
