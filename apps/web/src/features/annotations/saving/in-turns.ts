/** Runs some work for each item in their order, limited to a number at the same time. */
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

/** Returns a function that runs each given work after the previous ones have ended. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
