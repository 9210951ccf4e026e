import type { CocoAnnotation } from '#coco/document'

/** Numbers of things that only the later release has, that both have differently, that only the earlier has. */
export interface Difference {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export const noDifference: Difference = { added: 0, changed: 0, removed: 0 }

export function sumOf(a: Difference, b: Difference): Difference {
  return {
    added: a.added + b.added,
    changed: a.changed + b.changed,
    removed: a.removed + b.removed,
  }
}

export function isNone({ added, changed, removed }: Difference): boolean {
  return added + changed + removed === 0
}

/** An image as a release has it. */
export interface ComparedImage {
  /** The same for the same file. */
  readonly file: string
  readonly annotations: readonly CocoAnnotation[]
  /** Values by the keys of their fields. */
  readonly grades: Readonly<Record<string, unknown>>
}

export interface ImageDifferences {
  readonly images: Difference
  readonly annotations: Difference
  readonly grades: Difference
}

/** The differences of one image between two releases; undefined if a release does not have it. */
export function compareImages(
  from: ComparedImage | undefined,
  to: ComparedImage | undefined,
): ImageDifferences {
  const files = (image: ComparedImage | undefined) =>
    new Map(image === undefined ? [] : [['file', image.file]])
  const annotations = (image: ComparedImage | undefined) =>
    new Map((image?.annotations ?? []).map((each) => [String(each.id), textOf(each)]))
  const grades = (image: ComparedImage | undefined) =>
    new Map(Object.entries(image?.grades ?? {}).map(([key, value]) => [key, textOf(value)]))
  return {
    images: differenceOf(files(from), files(to)),
    annotations: differenceOf(annotations(from), annotations(to)),
    grades: differenceOf(grades(from), grades(to)),
  }
}

type Texts = ReadonlyMap<string, string>

function differenceOf(from: Texts, to: Texts): Difference {
  const shared = [...to].filter(([key]) => from.has(key))
  return {
    added: to.size - shared.length,
    changed: shared.filter(([key, text]) => from.get(key) !== text).length,
    removed: from.size - shared.length,
  }
}

/** The same text for the same value, whatever the order of its keys. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
