import { randomOf } from './random.ts'

/** The parts of a release, in the order in which ties are decided. */
export const parts = ['train', 'validation', 'test'] as const
export type Part = (typeof parts)[number]

/** How many of a hundred patients each part has; the sum is 100. */
type Shares = Readonly<Record<Part, number>>

export interface Splitting {
  readonly shares: Shares
  readonly seed: number
}

/** A patient with the value by which parts are kept alike; '' for none. */
export interface SplitPatient {
  readonly id: string
  readonly stratum: string
}

/**
 * Deals patients to the parts, each to one. Within each stratum the patients come in an order drawn from the
 * seed, and each goes to the part that lacks most, within the stratum and in all together, so that strata of
 * one patient do not all fall to the largest part. The same patients, shares and seed give the same parts, in
 * whatever order the patients are listed.
 */
export function splitPatients(
  patients: readonly SplitPatient[],
  { shares, seed }: Splitting,
): ReadonlyMap<string, Part> {
  const random = randomOf(seed)
  const dealt = new Map<string, Part>()
  const overall = emptyCounts()
  const strata = Map.groupBy(patients, ({ stratum }) => stratum)
  for (const [, members] of [...strata].toSorted(([a], [b]) => compare(a, b))) {
    const within = emptyCounts()
    const ids = members.map(({ id }) => id).toSorted(compare)
    for (const id of shuffled(ids, random)) {
      const part = neediest({ within, overall }, shares)
      within[part]++
      overall[part]++
      dealt.set(id, part)
    }
  }
  return dealt
}

type Counts = Record<Part, number>

function emptyCounts(): Counts {
  return { train: 0, validation: 0, test: 0 }
}

/** The part with the largest deficit after one more patient. */
function neediest({ within, overall }: { within: Counts; overall: Counts }, shares: Shares): Part {
  const need = (part: Part): number =>
    lacking(within, part, shares) + lacking(overall, part, shares)
  const offered = parts.filter((part) => shares[part] > 0)
  return offered.toSorted((a, b) => need(b) - need(a))[0] ?? 'train'
}

/** In hundredths of a patient, so that equal deficits are equal numbers. */
function lacking(counts: Counts, part: Part, shares: Shares): number {
  const total = counts.train + counts.validation + counts.test
  return shares[part] * (total + 1) - 100 * counts[part]
}

/** Fisher and Yates' shuffle. */
function shuffled(ids: readonly string[], random: () => number): string[] {
  const order = [...ids]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const held = order[last] ?? ''
    order[last] = order[other] ?? ''
    order[other] = held
  }
  return order
}

/** By code units: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
