import type { ReleaseComparison } from '#contract/releases'
import { compareImages, isNone, noDifference, sumOf } from '#release/compare'

import type { Db } from '../../platform/database/database.ts'
import { frozenImages, type FrozenImage } from './frozen.ts'

/** How many images are listed. */
const listed = 500

interface Compared {
  readonly id: number
  readonly number: number
}

/** Compares what two releases hold, image by image in the order of their ids. */
export async function compare(db: Db, from: Compared, to: Compared): Promise<ReleaseComparison> {
  let sums = { images: noDifference, annotations: noDifference, grades: noDifference }
  const different: ReleaseComparison['different'] = []
  for await (const [before, after] of pairsOf(frozenImages(db, from.id), frozenImages(db, to.id))) {
    const found = compareImages(comparable(before), comparable(after))
    sums = {
      images: sumOf(sums.images, found.images),
      annotations: sumOf(sums.annotations, found.annotations),
      grades: sumOf(sums.grades, found.grades),
    }
    if (Object.values(found).every(isNone) || different.length === listed) continue
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
    const { annotations, grades } = found
    different.push({ image_id: (before ?? after)?.image_id ?? 0, change, annotations, grades })
  }
  return { from: from.number, to: to.number, ...sums, different }
}

function comparable(row: FrozenImage | undefined) {
  if (row === undefined) return undefined
  const { sha256, mask, annotations, image } = row
  return { file: `${sha256.toString('hex')} ${mask}`, annotations, grades: image.fields ?? {} }
}

type Pair = readonly [FrozenImage | undefined, FrozenImage | undefined]

/** Both lists ascend by image; each image comes once, with its row in either. */
async function* pairsOf(
  from: AsyncGenerator<FrozenImage>,
  to: AsyncGenerator<FrozenImage>,
): AsyncGenerator<Pair> {
  let [before, after] = [await next(from), await next(to)]
  while (before !== undefined || after !== undefined) {
    const order = (before?.image_id ?? Infinity) - (after?.image_id ?? Infinity)
    yield [order <= 0 ? before : undefined, order >= 0 ? after : undefined]
    if (order <= 0) before = await next(from)
    if (order >= 0) after = await next(to)
  }
}

async function next(rows: AsyncGenerator<FrozenImage>): Promise<FrozenImage | undefined> {
  const { value, done } = await rows.next()
  return done === true ? undefined : value
}
