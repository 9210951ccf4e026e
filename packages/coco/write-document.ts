import { startCocoCheck, type CocoReport } from './check.ts'
import type { CocoAnnotation, CocoCategory, CocoImage, CocoInfo, CocoLicense } from './document.ts'

/** Input for writing a document. Images and annotations come in the order of their ids. */
export interface CocoSource {
  readonly info: CocoInfo
  readonly licenses: readonly CocoLicense[]
  readonly categories: readonly CocoCategory[]
  /** Descriptions of the fields that images and annotations have values of. */
  readonly fields?: readonly unknown[]
  readonly images: AsyncIterable<CocoImage>
  readonly annotations: AsyncIterable<CocoAnnotation>
}

/** Text is handed on in pieces of about this many characters. */
const pieceLength = 65_536

/**
 * Writes a COCO document as pieces of JSON text, in constant memory for any number of annotations, and
 * returns the report on the document: use the text only if `issueCount` is 0. The same source gives the same
 * text. Throws a RangeError if ids do not ascend.
 */
export async function* writeCocoDocument(
  source: CocoSource,
): AsyncGenerator<string, CocoReport, undefined> {
  const categories = source.categories.toSorted((a, b) => a.id - b.id)
  const check = startCocoCheck(categories)
  yield `{"info":${JSON.stringify(source.info)},\n"licenses":${JSON.stringify(source.licenses)}`
  yield* writeList('images', source.images, check.image)
  yield* writeList('annotations', source.annotations, check.annotation)
  const fields = source.fields === undefined ? '' : `,\n"fields":${JSON.stringify(source.fields)}`
  yield `,\n"categories":${JSON.stringify(categories)}${fields}}\n`
  return check.report()
}

async function* writeList<Item extends { readonly id: number }>(
  name: string,
  items: AsyncIterable<Item>,
  check: (item: Item) => void,
): AsyncGenerator<string, void, undefined> {
  let text = `,\n"${name}":[`
  let previousId: number | undefined
  for await (const item of items) {
    if (previousId !== undefined && !(item.id > previousId)) {
      throw new RangeError(`${name}: ${item.id} follows ${previousId}; ids must ascend.`)
    }
    check(item)
    text += `${previousId === undefined ? '' : ','}\n${JSON.stringify(item)}`
    previousId = item.id
    if (text.length < pieceLength) continue
    yield text
    text = ''
  }
  yield `${text}]`
}
