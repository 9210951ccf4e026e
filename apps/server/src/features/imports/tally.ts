import { importReasons, type ImportReason, type ImportReport } from '#contract/imports'
import { tell, type Message } from '#contract/messages/message'

/** Maximum examples of one reason; a useless file would otherwise fill the report. */
const mostExamples = 20

/** Counts of an import's results, stored after each image. */
export interface Tally {
  changed: number
  unchanged: number
  imagesLeftOut: number
  created: number
  /** Annotations of the file that the dataset has now, created or there before. */
  taken: number
  existing: number
  categories: { created: readonly string[]; attached: readonly string[] }
  /** Keys of fields; missing in imports started by earlier versions. */
  fields?: readonly string[]
  readonly reasons: Partial<
    Record<
      ImportReason,
      {
        count: number
        /** Missing in imports started by earlier versions. */
        annotations?: number
        examples: ImportReport['reasons'][number]['examples']
      }
    >
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

/** @param annotations number of annotations of the file left out in this case */
export function note(
  tally: Tally,
  reason: ImportReason,
  { told: example, annotations }: { told: Message; annotations: number },
): void {
  const noted = (tally.reasons[reason] ??= { count: 0, annotations: 0, examples: [] })
  noted.count++
  noted.annotations = (noted.annotations ?? 0) + annotations
  if (noted.examples.length < mostExamples) noted.examples.push(tell(example))
}

/** Counts another annotation left out with an image whose case is recorded. */
export function noteAnnotation(tally: Tally, reason: ImportReason): void {
  const noted = tally.reasons[reason]
  if (noted !== undefined) noted.annotations = (noted.annotations ?? 0) + 1
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
        annotations: found.reduce((sum, { annotations = 0 }) => sum + annotations, 0),
        examples: found.flatMap(({ examples }) => examples).slice(0, mostExamples),
      },
    ]
  })
}
