/** The same items in the same order, so many of them asked for before the first is taken. */
export async function* lookAhead<T>(
  items: Iterable<T> | AsyncIterable<T>,
  ahead: number,
): AsyncGenerator<T> {
  const underWay: T[] = []
  for await (const item of items) {
    underWay.push(item)
    if (underWay.length > ahead) yield underWay.shift() as T
  }
  yield* underWay
}
