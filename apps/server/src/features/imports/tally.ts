import { importReasons, type ImportReason, type ImportReport } from '#contract/imports'
import { tell, type Message } from '#contract/messages/message'

/** Cases told of one reason; a hopeless file would otherwise fill the report. */
const mostExamples = 20

/** Counts of what an import did, as they are kept between one image and the next. */
export interface Tally {
  changed: number
  unchanged: number
  imagesLeftOut: number
  created: number
  /** Annotations of the file that the dataset has now, created or there before. */
  taken: number
  existing: number
  categories: { created: readonly string[]; attached: readonly string[] }
  readonly reasons: Partial<
    Record<ImportReason, { count: number; examples: ImportReport['reasons'][number]['examples'] }>
  >
}

export function emptyTally(): Tally {
  return {
    changed: 0,
    unchanged: 0,
    imagesLeftOut: 0,
    created: 0,
    taken: 0,
    existing: 0,
    categories: { created: [], attached: [] },
    reasons: {},
  }
}

export function note(tally: Tally, reason: ImportReason, example: Message): void {
  const noted = (tally.reasons[reason] ??= { count: 0, examples: [] })
  noted.count++
  if (noted.examples.length < mostExamples) noted.examples.push(tell(example))
}

/** The reasons of both, in the order of the contract. */
export function joinedReasons(a: Tally, b: Tally): ImportReport['reasons'] {
  return importReasons.flatMap((reason) => {
    const found = [a.reasons[reason], b.reasons[reason]].filter((each) => each !== undefined)
    if (found.length === 0) return []
    return [
      {
        reason,
        count: found.reduce((sum, { count }) => sum + count, 0),
        examples: found.flatMap(({ examples }) => examples).slice(0, mostExamples),
      },
    ]
  })
}
