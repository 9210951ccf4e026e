import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ImageRow } from '../images/queries.ts'
import { describeImage, type Described, type DescribeDeps } from './describe-image.ts'
import type { FhirMessageRow } from './queries.ts'

/** An image in its current state; undefined if no message of it could be made. */
export async function describeNow(
  db: Db,
  deps: DescribeDeps,
  image: ImageRow,
): Promise<Described | undefined> {
  try {
    return await describeImage(db, deps, image)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Whether a message created now would differ, or could not be created. */
export async function isStale(
  db: Db,
  deps: DescribeDeps,
  { image, row }: { image: ImageRow; row: FhirMessageRow },
): Promise<boolean> {
  return (await describeNow(db, deps, image))?.madeFrom !== row.made_from
}
