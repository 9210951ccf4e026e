import MiniSearch from 'minisearch'

import type { Language } from './contents.ts'

/** A passage that the search can find. */
export interface Searchable {
  /** Its address, with anchor. */
  readonly id: string
  readonly page: string
  readonly heading: string
  readonly text: string
  readonly language: Language
  /** Factor of its place among the results. */
  readonly weight: number
}

export interface Found {
  readonly id: string
  readonly page: string
  readonly heading: string
  /** Text around the first word that was found, in pieces; odd ones are the words found. */
  readonly excerpt: readonly string[]
}

export type Search = (query: string, language: Language) => readonly Found[]

/** Longest query, in characters. */
const longestQuery = 100

const results = 20
const excerptLength = 180
/** Characters with a meaning in regular expressions. */
const special = /[$()*+.?[\\\]^{|}]/g

/** A full-text index: beginnings of words match, and small typing errors in long ones. */
export async function openSearch(passages: readonly Searchable[]): Promise<Search> {
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  const index = new MiniSearch<Searchable>({
    fields: ['page', 'heading', 'text'],
    searchOptions: {
      boost: { page: 3, heading: 4 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  await index.addAllAsync(passages, { chunkSize: 100 })
  return (query, language) => {
    const asked = query.slice(0, longestQuery)
    const boostDocument = (id: string): number => {
      const { weight = 1, language: written } = byId.get(id) ?? {}
      return written === language ? 2 * weight : weight
    }
    const all = index.search(asked, { combineWith: 'AND', boostDocument })
    const hits = all.length > 0 ? all : index.search(asked, { boostDocument })
    return hits.slice(0, results).flatMap(({ id, terms }) => {
      const passage = byId.get(id)
      return passage === undefined ? [] : [{ ...passage, excerpt: excerptOf(passage.text, terms) }]
    })
  }
}

function excerptOf(text: string, terms: readonly string[]): readonly string[] {
  if (terms.length === 0) return [text.slice(0, excerptLength)]
  const words = new RegExp(
    `(${terms.map((term) => term.replaceAll(special, String.raw`\$&`)).join('|')})`,
    'iu',
  )
  const at = text.search(words)
  const begin = at < 60 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  const part = text.slice(begin, begin + excerptLength)
  const shown = `${begin > 0 ? '… ' : ''}${part}${begin + excerptLength < text.length ? ' …' : ''}`
  return shown.split(new RegExp(words, 'giu'))
}
