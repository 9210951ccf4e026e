/** Arrays of fewer numbers are stored as they are. */
const manyNumbers = 64

/**
 * A copy of plain data in which each long array of numbers is a Float64Array. A browser copies such an
 * array as one block of memory, and a plain one number by number: some 80 ms for 25,000 vertices, during
 * which the page does not answer. Arrays that the data holds twice remain the same array.
 */
export function packNumbers(data: unknown): unknown {
  const packed = new Map<readonly unknown[], Float64Array>()
  return mapped(data, (list) => {
    if (list.length < manyNumbers || !areNumbers(list)) return null
    const numbers = packed.get(list) ?? Float64Array.from(list)
    packed.set(list, numbers)
    return numbers
  })
}

/** The data that `packNumbers` was given. Data that was stored without it is returned as it is. */
export function unpackNumbers(stored: unknown): unknown {
  return mapped(stored, () => null)
}

function areNumbers(list: readonly unknown[]): list is readonly number[] {
  return list.every((item) => typeof item === 'number')
}

function mapped(data: unknown, pack: (list: readonly unknown[]) => Float64Array | null): unknown {
  if (data instanceof Float64Array) return Array.from(data)
  if (Array.isArray(data)) return pack(data) ?? data.map((item) => mapped(item, pack))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, mapped(value, pack)]))
}
