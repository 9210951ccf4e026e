/** Yields the same items in the same order, but requests this many before the first is consumed. */
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
