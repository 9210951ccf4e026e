import * as report from '#report/language'

import { currentLanguage } from './i18n.ts'

/** A file size for reading: '1.4 MB'. */
export function fileSize(bytes: number): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const format = new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: steps[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1000 ** step)
}

const spans = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration in its two largest units: '3 days 4 hours'. */
export function duration(seconds: number): string {
  const first = spans.findIndex(([, length]) => seconds >= length)
  const shown = spans.slice(first === -1 ? spans.length - 1 : first).slice(0, 2)
  let left = seconds
  const parts = shown.map(([unit, length]) => {
    const whole = Math.floor(left / length)
    left -= whole * length
    return inUnit(whole, unit)
  })
  return parts.join(' ')
}

function inUnit(value: number, unit: string): string {
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(currentLanguage(), style).format(value)
}

export function count(number: number): string {
  return new Intl.NumberFormat(currentLanguage()).format(number)
}

/** A measured number, to two decimals: '1,204.5'. */
export function amount(number: number): string {
  const style = { maximumFractionDigits: 2 }
  return new Intl.NumberFormat(currentLanguage(), style).format(number)
}

/** Always two decimals, so that numbers in a column can be compared: '0.40'. */
export function toHundredths(number: number): string {
  const style = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return new Intl.NumberFormat(currentLanguage(), style).format(number)
}

/** A share from 0 to 1: '9.4 %'. */
export function percent(share: number): string {
  return report.percent(share, reader())
}

/** A number with a fixed count of decimals: '2.30'. */
export function decimal(number: number, digits: number): string {
  return report.decimal(number, digits, reader())
}

/** Formats numbers for packages that do not know the page's language. */
export function reader(): report.Reader {
  return { language: currentLanguage() }
}
