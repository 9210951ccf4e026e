import { mapped } from './mapped.ts'

/**
 * Plain data whose outlines, as lists of coordinates, lie in one block of memory, which browsers move to
 * another thread as it is.
 */
export interface PackedLists {
  /** The data; in place of each list of outlines the number of its first, and of the one after its last. */
  readonly data: unknown
  /** All outlines, one after the other. */
  readonly numbers: Float64Array<ArrayBuffer>
  /** How many numbers each outline has. */
  readonly lengths: Uint32Array<ArrayBuffer>
}

type Lists = readonly (readonly number[])[]

/** Packs data of objects, lists and simple values, such as the body of a call. */
export function packLists(data: unknown): PackedLists {
  const lists: (readonly number[])[] = []
  const packed = mapped(data, (value) => {
    if (!isLists(value)) return null
    const first = lists.length
    for (const list of value) lists.push(list)
    return Uint32Array.of(first, lists.length)
  })
  const lengths = Uint32Array.from(lists, (list) => list.length)
  const numbers = new Float64Array(lengths.reduce((sum, length) => sum + length, 0))
  let begin = 0
  for (const list of lists) {
    numbers.set(list, begin)
    begin += list.length
  }
  return { data: packed, numbers, lengths }
}

/** The data that was packed. */
export function unpackLists({ data, numbers, lengths }: PackedLists): unknown {
  let begin = 0
  const lists = Array.from(lengths, (length) => {
    const own = numbers.subarray(begin, begin + length)
    begin += length
    return Array.from(own)
  })
  return mapped(data, (value) => {
    return value instanceof Uint32Array ? lists.slice(value[0], value[1]) : null
  })
}

function isLists(value: unknown): value is Lists {
  return Array.isArray(value) && value.length > 0 && value.every(isList)
}

function isList(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')
}
