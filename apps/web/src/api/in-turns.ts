export interface Outcome<Item> {
  readonly item: Item
  /** Null if it succeeded. */
  readonly error: unknown
}

/**
 * Acts on the items in their order, at most `atOnce` at a time, and reports the number done after each. Never
 * rejects.
 *
 * @returns the outcomes in the order of the items
 */
export async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = []
  const waiting = items.entries()
  let done = 0
  const work = async () => {
    for (const [place, item] of waiting) {
      const error = await act(item).then(
        () => null,
        (reason: unknown) => reason,
      )
      outcomes[place] = { item, error }
      done++
      onDone(done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}
