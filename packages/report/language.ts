import { shownInstant } from '#clock/time-zone'

import { words as en } from './words/en.ts'
import { words as ko } from './words/ko.ts'
import type { Words } from './words/words.ts'

export type Language = 'en' | 'ko'

/** Language and time zone of a report. */
export interface Writing {
  readonly words: Words
  readonly language: Language
  /** Time zone of written times, such as 'Asia/Seoul'. */
  readonly timeZone: string
}

export function writingIn(language: Language, timeZone: string): Writing {
  return { words: wordsIn(language), language, timeZone }
}

function wordsIn(language: Language): Words {
  return { en, ko }[language]
}

/** The text with its `{{placeholders}}` filled in. */
export function fill(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  )
}

/** The part of it that number formats need. */
export type Reader = Pick<Writing, 'language'>

/** A number with this many decimals. */
export function decimal(value: number, digits: number, { language }: Reader): string {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(language, style).format(value)
}

export function wholeNumber(value: number, { language }: Reader): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value)
}

/** A share from 0 to 1 in percent. */
export function percent(share: number, { language }: Reader): string {
  const style = { style: 'percent', maximumSignificantDigits: share > 0.1 ? 3 : 2 } as const
  return new Intl.NumberFormat(language, style).format(share)
}

/** A share from 0 to 1 in percent, to a tenth: for a value beside its uncertainty. */
export function percentToTenths(share: number, { language }: Reader): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return new Intl.NumberFormat(language, { style: 'percent', ...digits }).format(share)
}

/** An ISO 8601 instant in the reader's zone: '2026-01-31 10:00 (UTC+9)'. */
export function moment(instant: string, { timeZone }: Pick<Writing, 'timeZone'>): string {
  return shownInstant(new Date(instant), timeZone)
}
