import type { CocoOrigin } from './document.ts'

const kinds = ['manual', 'semiautomatic', 'automatic'] as const
const mostAlgorithms = 20
const longestName = 200
const longestVersion = 50

/**
 * The origin of an annotation from its field `origin`. If that is missing or in another form: an annotation
 * with a score, as in COCO's detection results, was found by an algorithm, and any other was drawn by a
 * person.
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

/** Null if it is no text, too long, or has characters that cannot be kept. */
function shortText(value: unknown, longest: number): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  const isUsable = text !== '' && text.length <= longest && text.isWellFormed()
  return isUsable && !/\p{Cc}/u.test(text) ? text : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
