import type { IssueRule } from './issue.ts'

const numbers = new Set(['decimal', 'integer', 'positiveInt', 'unsignedInt'])
const longestInteger = 2 ** 31

/** Fault of a value as a primitive type of FHIR R4 (2.24.0.1); undefined if it is valid. */
export function primitiveFault(
  type: string,
  pattern: string,
  value: unknown,
): IssueRule | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'wrong-type'
  if (numbers.has(type)) return numberFault(type, pattern, value)
  if (typeof value !== 'string') return 'wrong-type'
  if (value.trim() === '') return 'empty'
  if (type === 'base64Binary') return isBase64(value) ? undefined : 'wrong-form'
  if (!new RegExp(`^(?:${pattern})$`).test(value)) return 'wrong-form'
  return isDay(type) && !exists(value.slice(0, 10)) ? 'impossible-date' : undefined
}

function numberFault(type: string, pattern: string, value: unknown): IssueRule | undefined {
  if (typeof value !== 'number') return 'wrong-type'
  if (!new RegExp(`^(?:${pattern})$`).test(String(value))) return 'wrong-form'
  return type !== 'decimal' && Math.abs(value) >= longestInteger ? 'wrong-form' : undefined
}

/** FHIR's own expression takes exponential time on long content. */
function isBase64(value: string): boolean {
  const digits = value.replaceAll(/\s/g, '')
  return digits.length % 4 === 0 && /^[0-9a-zA-Z+/]*={0,2}$/.test(digits)
}

function isDay(type: string): boolean {
  return type === 'date' || type === 'dateTime' || type === 'instant'
}

/** 30 February has the form of a day. */
function exists(day: string): boolean {
  if (day.length < 10) return true
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
