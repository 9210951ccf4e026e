/** Things whose name contains a text: first those that begin with it, then those with a word that does. */
export function bestMatches<T>(
  things: readonly T[],
  text: string,
  nameOf: (thing: T) => string,
): T[] {
  const wanted = text.trim().toLocaleLowerCase()
  return things
    .map((thing) => ({ thing, rank: rankOf(nameOf(thing).toLocaleLowerCase(), wanted) }))
    .filter(({ rank }) => rank < notFound)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing)
}

const notFound = 3

function rankOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0
  if (name.split(/[\s\-/(]+/u).some((word) => word.startsWith(wanted))) return 1
  return name.includes(wanted) ? 2 : notFound
}
