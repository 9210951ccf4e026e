import type { Field } from './field.ts'
import { isCannotTell, isDiffering, isSeveral, type ListedValue } from './value.ts'

type Language = 'en' | 'ko'

const words = {
  en: { yes: 'Yes', no: 'No', cannotTell: 'Cannot tell', differs: 'Readers differ' },
  ko: { yes: '예', no: '아니요', cannotTell: '판단 불가', differs: '판독자 간 불일치' },
} as const

/** The value as people read it, with its unit; an option that is no longer offered by its value. */
export function valueInWords(field: Field, value: ListedValue, language: Language): string {
  const own = words[language]
  if (isCannotTell(value)) return own.cannotTell
  if (isDiffering(value)) return own.differs
  if (isSeveral(value)) return value.map((each) => optionIn(field, each, language)).join(', ')
  if (typeof value === 'boolean') return value ? own.yes : own.no
  if (typeof value === 'string') return optionIn(field, value, language)
  const rounded = field.type === 'number' ? value.toFixed(field.decimals) : String(value)
  return field.type === 'number' && field.unit !== undefined ? `${rounded} ${field.unit}` : rounded
}

function optionIn(field: Field, value: string, language: Language): string {
  const option = 'options' in field ? field.options.find((each) => each.value === value) : undefined
  return option?.words[language] ?? value
}

/** The value as a machine-readable table cell; "cannot tell" and "readers differ" as they are. */
export function valueAsText(value: ListedValue | undefined): string {
  if (value === undefined) return ''
  if (isSeveral(value)) return value.join(';')
  if (typeof value !== 'object') return String(value)
  return isDiffering(value) ? 'readers differ' : 'cannot tell'
}
