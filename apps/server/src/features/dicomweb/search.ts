import { attributeOf } from '#dicom/dictionary/dictionary'
import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'
import type { Match } from './queries.ts'

/** What a search asks for beside the place of its address. */
export interface Search {
  readonly matches: readonly Match[]
  readonly limit: number
  /** Whether the limit is ours, and not the caller's. */
  readonly isLimitOurs: boolean
  readonly offset: number
  /** Tags that are answered beside the usual ones; 'all' for what is known. */
  readonly include: 'all' | readonly string[]
}

type Query = Readonly<Record<string, string | readonly string[]>>

const most = 1000

/** A QIDO-RS query (PS3.18 section 8.3.4). @throws {Problem} on what cannot be searched by */
export function parseSearch(query: Query): Search {
  const { limit, offset, includefield, fuzzymatching: _, ...attributes } = query
  const asked = whole('limit', limit)
  const fields = textsOf(includefield).flatMap((each) => each.split(','))
  return {
    matches: Object.entries(attributes).map(([name, value]) => ({
      ...attribute(name),
      text: textsOf(value).join('\\'),
    })),
    limit: Math.min(asked ?? most, most),
    isLimitOurs: asked === undefined || asked > most,
    offset: whole('offset', offset) ?? 0,
    include: fields.includes('all')
      ? 'all'
      : fields.filter((name) => name !== '').map((name) => attribute(name).tag),
  }
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
