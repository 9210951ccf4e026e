import type { CocoOrigin } from './document.ts'

const kinds = ['manual', 'semiautomatic', 'automatic'] as const
const mostAlgorithms = 20
const longestName = 200
const longestVersion = 50

/**
 * How an annotation came to be, by its field `origin`. Where that is missing or in another form: what
 * has a score, as COCO's results of detection have, an algorithm found, and anything else a person
 * drew.
 */
export function originOf({ origin, score }: Readonly<Record<string, unknown>>): CocoOrigin {
  const told = isObject(origin) ? origin : {}
  const kind = kinds.find((each) => each === told['kind'])
  if (kind === undefined) {
    return { kind: typeof score === 'number' ? 'automatic' : 'manual', algorithms: [] }
  }
  const named = Array.isArray(told['algorithms']) && kind !== 'manual' ? told['algorithms'] : []
  return { kind, algorithms: named.slice(0, mostAlgorithms).flatMap(algorithmOf) }
}

function algorithmOf(value: unknown): CocoOrigin['algorithms'] {
  if (!isObject(value)) return []
  const name = shortText(value['name'], longestName)
  return name === null ? [] : [{ name, version: shortText(value['version'], longestVersion) }]
}

/** Null where it is none, or of characters that cannot be kept. */
function shortText(value: unknown, longest: number): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  const isUsable = text !== '' && text.length <= longest && text.isWellFormed()
  return isUsable && !/\p{Cc}/u.test(text) ? text : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
