function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

/** A copy of plain data in which some values are replaced: those for which the answer is not null. */
export function mapped(data: unknown, replacing: (value: unknown) => unknown): unknown {
  const replaced = replacing(data)
  if (replaced !== null) return replaced
  if (Array.isArray(data)) return data.map((item) => mapped(item, replacing))
  if (!isPlainObject(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, mapped(value, replacing)]),
  )
}
