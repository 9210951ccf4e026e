import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import type { Message } from '#contract/messages/message'

import { currentLanguage, i18n, type Language } from './i18n.ts'

/** A text of the server: in English, and as a key with parameters. */
export interface Told {
  readonly message: string
  readonly key?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** A text of the server in the language; in English, as the server wrote it, if this web app does not know its key. */
export function toldIn(language: Language, { message, key, params = {} }: Told): string {
  if (language === 'en') return message
  return key !== undefined && isKnown(language, key) ? inLanguage(language, key, params) : message
}

function isKnown(language: Language, key: string): key is Message['key'] {
  return i18n.exists(key, { ns: 'messages', lng: language })
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
  if (isMessage(language, value)) return inLanguage(language, value.key, value.params)
  return localisedIn(language, value) ?? value
}

/** A name that people gave in each language. */
function localisedIn(language: Language, value: unknown): unknown {
  return typeof value === 'object' && value !== null && language in value
    ? (value as Readonly<Record<Language, unknown>>)[language]
    : null
}

function isMessage(language: Language, value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('key' in value && 'params' in value)) {
    return false
  }
  return typeof value.key === 'string' && isKnown(language, value.key)
}

/** Texts of the server in the reader's language. */
export function useTold(): {
  /** A text that the server has sent; an empty text for null. */
  told: (told: Told | null) => string
  /** A message that the web app finds before the server would; `en/messages.ts` lists them. */
  said: (message: Message) => string
} {
  useTranslation()
  const language = currentLanguage()
  return useMemo(
    () => ({
      told: (told) => (told === null ? '' : toldIn(language, told)),
      said: ({ key, params }) => inLanguage(language, key, params),
    }),
    [language],
  )
}
