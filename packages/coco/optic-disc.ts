import type { CocoOpticDisc } from './document.ts'

/** A measure of a drawn disc and cup, as a column of images. */
interface DiscColumn {
  readonly name: string
  /** Undefined for the nasal and temporal rim if nobody knows where the nose is. */
  readonly valueIn: (disc: CocoOpticDisc) => number | undefined
}

const ratio = (name: Exclude<keyof CocoOpticDisc, 'rim_px'>): DiscColumn => ({
  name,
  valueIn: (disc) => disc[name],
})

const rim = (quadrant: string): DiscColumn => ({
  name: `rim_${quadrant}_px`,
  valueIn: ({ rim_px: widths }) => widths[quadrant],
})

/** The measures of a drawn disc and cup in the order of the ISNT rule, for every table of images. */
export const discColumns: readonly DiscColumn[] = [
  ratio('vertical_cup_to_disc'),
  ratio('horizontal_cup_to_disc'),
  ratio('cup_to_disc_area'),
  ...['inferior', 'superior', 'nasal', 'temporal'].map(rim),
]

/** The values of all columns; null for those that are not known. */
export function discValues(disc: CocoOpticDisc | undefined): (number | null)[] {
  return discColumns.map(({ valueIn }) => (disc === undefined ? null : (valueIn(disc) ?? null)))
}
