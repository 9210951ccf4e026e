import { parseDate } from '#clock/dicom-time'
import { attributeOf } from '#dicom/dictionary/dictionary'
import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'
import type { Match } from './queries.ts'

/** The parameters of a search, besides the address. */
export interface Search {
  readonly matches: readonly Match[]
  readonly limit: number
  /** Whether the limit is ours, and not the caller's. */
  readonly isLimitOurs: boolean
  readonly offset: number
  /** Whether fuzzy matching of names was requested, which is not supported. */
  readonly isFuzzy: boolean
  /** Tags to return besides the usual ones; 'all' for all known ones. */
  readonly include: 'all' | readonly string[]
}

type Query = Readonly<Record<string, string | readonly string[]>>

const most = 1000

/** A QIDO-RS query (PS3.18 section 8.3.4). @throws {Problem} on keys that cannot be searched */
export function parseSearch(query: Query): Search {
  const { limit, offset, includefield, fuzzymatching, ...attributes } = query
  const asked = whole('limit', limit)
  const fields = textsOf(includefield).flatMap((each) => each.split(','))
  return {
    matches: Object.entries(attributes).map(([name, value]) => match(name, textsOf(value))),
    limit: Math.min(asked ?? most, most),
    isLimitOurs: asked === undefined || asked > most,
    offset: whole('offset', offset) ?? 0,
    isFuzzy: isTrue('fuzzymatching', fuzzymatching),
    include: fields.includes('all')
      ? 'all'
      : fields.filter((name) => name !== '').map((name) => attribute(name).tag),
  }
}

/** @throws {Problem} on a value that the attribute cannot have */
function match(name: string, texts: readonly string[]): Match {
  const { tag, vr } = attribute(name)
  const text = texts.join('\\')
  if (text === '' || (forms[vr]?.(text) ?? true)) return { tag, vr, text }
  throw new Problem('invalid_input', message('dicomweb.badValue', { name, value: text, vr }))
}

/** Form of a key by representation (PS3.4 section C.2.2.2); others take any text. */
const forms: Readonly<Record<string, (text: string) => boolean>> = {
  DA: rangeOf((text) => /^\d{8}$/.test(text) && parseDate(text) !== undefined),
  TM: rangeOf((text) => /^([01]\d|2[0-3])([0-5]\d([0-5]\d(\.\d{1,6})?)?)?$/.test(text)),
  DT: rangeOf((text) => /^\d{4}(\d\d){0,5}(\.\d{1,6})?([+-]\d{4})?$/.test(text)),
  UI: (text) => text.split(/[,\\]/).every((uid) => /^[0-9.]{1,64}$/.test(uid)),
}

/** One value, or a range with at most one open end. */
function rangeOf(isValue: (text: string) => boolean): (text: string) => boolean {
  return (text) => {
    if (isValue(text)) return true
    return [...text.matchAll(/-/g)].some(({ index }) => {
      const ends = [text.slice(0, index), text.slice(index + 1)]
      return ends.some((end) => end !== '') && ends.every((end) => end === '' || isValue(end))
    })
  }
}

function isTrue(name: string, value: string | readonly string[] | undefined): boolean {
  const [text = 'false'] = textsOf(value)
  if (text === 'true' || text === 'false') return text === 'true'
  throw new Problem(
    'invalid_input',
    message('dicomweb.badValue', { name, value: text, vr: 'boolean' }),
  )
}

function attribute(name: string): { tag: string; vr: string } {
  const found = attributeOf(name)
  if (found !== undefined) return found
  throw new Problem('invalid_input', message('dicomweb.unknownAttribute', { name }))
}

function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

function whole(name: string, value: string | readonly string[] | undefined): number | undefined {
  const [text] = textsOf(value)
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Problem('invalid_input', message('dicomweb.notANumber', { name }))
}
