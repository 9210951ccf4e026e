import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ImageRow } from '../images/queries.ts'
import { describeImage, type Described, type DescribeDeps } from './describe-image.ts'
import type { FhirMessageRow } from './queries.ts'

/** An image as it is now; undefined where no message of it could be made. */
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

/** Whether a message of now would be another one, or could not be made. */
export async function isStale(
  db: Db,
  deps: DescribeDeps,
  { image, row }: { image: ImageRow; row: FhirMessageRow },
): Promise<boolean> {
  return (await describeNow(db, deps, image))?.madeFrom !== row.made_from
}
