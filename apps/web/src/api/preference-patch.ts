/** Changed entries of preferences, as in RFC 7396: null removes one, and lists are replaced. */
export type Patch = Readonly<Record<string, unknown>>

/** The entries in which a value differs from an earlier one, which may be missing. */
export function patchBetween(before: Patch, after: Patch): Patch {
  const removed = Object.keys(before).filter((key) => after[key] === undefined)
  const changed = Object.entries(after).filter(
    ([key, value]) => value !== undefined && !isSame(before[key], value),
  )
  return Object.fromEntries([
    ...removed.map((key) => [key, null]),
    ...changed.map(([key, value]) => [key, between(before[key], value)]),
  ])
}

function between(before: unknown, after: unknown): unknown {
  return isPatch(before) && isPatch(after) ? patchBetween(before, after) : after
}

/** A value with the changed entries. Objects that lose their last entry go, too. */
export function patched(value: unknown, patch: Patch): Patch {
  const next: Record<string, unknown> = isPatch(value) ? { ...value } : {}
  for (const [key, change] of Object.entries(patch)) {
    const after = isPatch(change) ? patched(next[key], change) : change
    if (after === null || (isEmpty(after) && !isEmpty(change))) delete next[key]
    else next[key] = after
  }
  return next
}

function isEmpty(value: unknown): boolean {
  return isPatch(value) && Object.keys(value).length === 0
}

/** One patch in place of two consecutive ones. */
export function composed(first: Patch, second: Patch): Patch {
  const both = Object.entries(second).map(([key, change]) => {
    const earlier = first[key]
    return [key, isPatch(earlier) && isPatch(change) ? composed(earlier, change) : change]
  })
  return { ...first, ...Object.fromEntries(both) }
}

/** A patch without the entries that another one has with the same value. */
export function withoutSame(patch: Patch, other: Patch): Patch {
  const rest = Object.entries(patch).flatMap(([key, change]) => {
    const known = other[key]
    if (isSame(change, known)) return []
    return [[key, isPatch(change) && isPatch(known) ? withoutSame(change, known) : change]]
  })
  return Object.fromEntries(rest)
}

export function isPatch(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
