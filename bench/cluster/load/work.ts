/** Something that is done again and again, and of which nothing may be lost or doubled. */
export interface Work {
  readonly name: string
  /** Keys of what was acknowledged. */
  readonly acknowledged: Set<string>
  /** Goes on until the load is over. */
  run(): Promise<void>
  /** How often each is there, by its key. */
  stored(): Promise<ReadonlyMap<string, number>>
}

interface Tally {
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
}

/** @param keys what was acknowledged */
export async function tally(work: Work, keys: ReadonlySet<string>): Promise<Tally> {
  const { name } = work
  const there = await work.stored()
  return {
    acknowledged: keys.size,
    lost: [...keys].filter((key) => !there.has(key)).map((key) => `${name} ${key}`),
    doubled: [...there].flatMap(([key, count]) => (count > 1 ? [`${name} ${key}`] : [])),
  }
}
