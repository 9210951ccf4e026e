import { createHash } from 'node:crypto'

/** An image to draw from. */
export interface Drawable {
  readonly id: number
  /** The group whose share the sample keeps. */
  readonly stratum: string
}

/** A draw is repeated exactly by its seed: each number of it follows from seed and purpose. */
function rank(seed: number, ...purpose: readonly (string | number)[]): string {
  return createHash('sha256')
    .update([seed, ...purpose].join(':'))
    .digest('hex')
}

function byRank<T>(items: readonly T[], rankOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item)
}

/** The ids in random order. */
export function shuffled(ids: readonly number[], seed: number, purpose: string): number[] {
  return byRank(ids, (id) => rank(seed, purpose, id))
}

/**
 * Draws `size` images, or all if there are fewer, in their given order. Each stratum gets its share of
 * the sample, rounded by the largest remainders.
 */
export function draw<T extends Drawable>(images: readonly T[], size: number, seed: number): T[] {
  if (images.length <= size) return [...images]
  const strata = [...Map.groupBy(images, ({ stratum }) => stratum)].map(([stratum, members]) => {
    const share = (size * members.length) / images.length
    return { stratum, members, whole: Math.floor(share), rest: share - Math.floor(share) }
  })
  const missing = size - strata.reduce((sum, { whole }) => sum + whole, 0)
  const rounded = byRank(strata, ({ stratum }) => rank(seed, 'remainder', stratum))
    .toSorted((a, b) => b.rest - a.rest)
    .map((each, place) => ({ ...each, size: each.whole + (place < missing ? 1 : 0) }))
  const drawn = new Set(
    rounded.flatMap((each) =>
      byRank(each.members, ({ id }) => rank(seed, 'draw', id)).slice(0, each.size),
    ),
  )
  return images.filter((image) => drawn.has(image))
}

/**
 * Deals each image to `each` of the readers, so that no reader has more than one image more than
 * another. @returns for each reader the images, in their given order
 */
export function deal(
  ids: readonly number[],
  { readers, each, seed }: { readers: number; each: number; seed: number },
): number[][] {
  const hands: number[][] = Array.from({ length: readers }, () => [])
  for (const id of ids) {
    const ranked = byRank(
      hands.map((hand, reader) => ({ hand, reader })),
      ({ reader }) => rank(seed, 'deal', id, reader),
    ).toSorted((a, b) => a.hand.length - b.hand.length)
    for (const { hand } of ranked.slice(0, each)) hand.push(id)
  }
  return hands
}

/** A case in the order of its reader: the first or the second reading of an image. */
export interface Turn {
  readonly id: number
  readonly round: 1 | 2
}

/**
 * The images of a reader in random order, with a share of them a second time: those come from the
 * first half and return, mixed with others, in the second.
 * @param share from 0 to 0.5
 */
export function withRegrades(
  ids: readonly number[],
  { share, seed, purpose }: { share: number; seed: number; purpose: string },
): Turn[] {
  const order = shuffled(ids, seed, purpose).map((id): Turn => ({ id, round: 1 }))
  const half = Math.ceil(order.length / 2)
  const first = order.slice(0, half)
  const again = byRank(first, ({ id }) => rank(seed, purpose, 'again', id))
    .slice(0, Math.round(share * order.length))
    .map(({ id }): Turn => ({ id, round: 2 }))
  const second = byRank([...order.slice(half), ...again], ({ id, round }) =>
    rank(seed, purpose, 'second half', id, round),
  )
  return [...first, ...second]
}
