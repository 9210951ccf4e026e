import { useTranslation } from 'react-i18next'

import { isMessage, type Message } from '#contract/messages/message'

import { currentLanguage, i18n, type Language } from './i18n.ts'

/** A text of the server: in English, and as a key with parameters. */
export interface Told {
  readonly message: string
  readonly key?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** A text of the server in the language; in English if this web app does not know its key. */
export function toldIn(language: Language, { message, key, params = {} }: Told): string {
  if (language === 'en' || key === undefined) return message
  if (!i18n.exists(key, { ns: 'messages', lng: language })) return message
  return inLanguage(language, key as Message['key'], params)
}

function inLanguage(
  language: Language,
  key: Message['key'],
  params: Readonly<Record<string, unknown>>,
): string {
  const replace: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(params)) {
    replace[name] = parameterIn(language, value)
  }
  return i18n.t(key, { ns: 'messages', lng: language, replace })
}

function parameterIn(language: Language, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => parameterIn(language, each)).join(' ')
  return isMessage(value) ? inLanguage(language, value.key, value.params) : value
}

/** Texts of the server in the reader's language; an empty text for null. */
export function useTold(): { told: (told: Told | null) => string } {
  useTranslation()
  const language = currentLanguage()
  return { told: (told) => (told === null ? '' : toldIn(language, told)) }
}
