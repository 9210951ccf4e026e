import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

import type { Catalogue } from '#contract/messages/catalogue'

import type { en } from './en.ts'

export const languages = { en: 'English', ko: '한국어' } as const
export type Language = keyof typeof languages

/**
 * The texts in the current language: those of the pages (`translation`), and those of the server
 * (`messages`), which sends the English ones itself.
 */
export const i18n = createInstance()

void i18n.use(initReactI18next).init({
  lng: 'en',
  resources: {},
  // Texts are added before they are shown.
  initAsync: false,
  // React escapes all text itself.
  interpolation: { escapeValue: false },
})

interface Texts {
  readonly translation: object
  readonly messages: object
  /** Names of the fields of forms, for refusals. */
  readonly fields: Readonly<Record<string, string>>
}

/** How much of the texts is loaded: those of the sign-in page, or all. */
type Extent = 'start' | 'all'

const sources: Readonly<Record<Language, Readonly<Record<Extent, () => Promise<Texts>>>>> = {
  en: {
    start: async () => (await import('./en/sign-in.ts')).texts,
    all: async () => (await import('./en.ts')).texts,
  },
  ko: {
    start: async () => (await import('./ko/sign-in.ts')).texts,
    all: async () => (await import('./ko.ts')).texts,
  },
}

let extent: Extent = 'start'

async function loadTexts(language: Language): Promise<void> {
  const { translation, messages, fields } = await sources[language][extent]()
  i18n.addResourceBundle(language, 'translation', translation)
  i18n.addResourceBundle(language, 'messages', messages)
  i18n.addResourceBundle(language, 'fields', fields)
}

const storageKey = 'language'

/** Without parameters, which are checked when the server writes a message. */
type ServerTexts = {
  readonly [Area in keyof Catalogue]: { readonly [Name in keyof Catalogue[Area]]: string }
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en; messages: ServerTexts }
  }
}

function isLanguage(text: string | null): text is Language {
  return text !== null && text in languages
}

/** The language last chosen in this browser, else the browser's own, else English. */
function firstLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage)
  return known ?? 'en'
}

/** Loads the texts of the sign-in page in the reader's language. */
export function startTranslation(): Promise<void> {
  return showIn(firstLanguage())
}

/** Loads the other texts of a language, before a screen is shown; later changes load all of theirs. */
export async function loadAllTexts(language: Language): Promise<void> {
  extent = 'all'
  await loadTexts(language)
}

export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : 'en'
}

/** Names of the fields of forms in the current language. */
export function namesOfFields(): Readonly<Record<string, string>> {
  return i18n.getResourceBundle(currentLanguage(), 'fields')
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await showIn(language)
}

async function showIn(language: Language): Promise<void> {
  await loadTexts(language)
  document.documentElement.lang = language
  await i18n.changeLanguage(language)
}
