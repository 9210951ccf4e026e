/** Does some work for each item, at most so many at once, in their order. */
export async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const turns = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of rest) await work(item)
  })
  await Promise.all(turns)
}

/** Does each work that it is given when those before it have ended. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
