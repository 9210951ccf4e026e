/**
 * The field's name for a person, with the number of the entry in a list: `references.2.mean` is 'Mean (3)'.
 * `names` has those of all fields; undefined for fields that programs set.
 */
export function fieldName(
  path: string,
  names: Readonly<Record<string, string>>,
): string | undefined {
  const parts = path.split('.')
  const last = parts.findLast((part) => !isNumber(part)) ?? ''
  if (!Object.hasOwn(names, last)) return undefined
  const entry = parts.find(isNumber)
  return entry === undefined ? names[last] : `${names[last]} (${Number(entry) + 1})`
}

function isNumber(part: string): boolean {
  return /^\d+$/.test(part)
}
