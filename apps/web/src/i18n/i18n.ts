import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

import { catalogue, type Catalogue } from '#contract/messages/catalogue'

import { en } from './en.ts'
import { ko } from './ko.ts'
import { messages } from './ko/messages.ts'

export const languages = { en: 'English', ko: '한국어' } as const
export type Language = keyof typeof languages

/**
 * The texts in the current language: those of the pages (`translation`), and those of the server
 * (`messages`).
 */
export const i18n = createInstance()

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {
    en: { translation: en, messages: catalogue },
    ko: { translation: ko, messages },
  },
  // All texts are bundled, so there is nothing to wait for.
  initAsync: false,
  // React escapes all text itself.
  interpolation: { escapeValue: false },
})

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

export async function startTranslation(): Promise<void> {
  const language = firstLanguage()
  document.documentElement.lang = language
  await i18n.changeLanguage(language)
}

export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : 'en'
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
  await i18n.changeLanguage(language)
}
