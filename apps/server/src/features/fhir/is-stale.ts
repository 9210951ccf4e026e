import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ImageRow } from '../images/queries.ts'
import { describeImage, type DescribeDeps } from './describe-image.ts'
import type { FhirMessageRow } from './queries.ts'

/** Whether a message of now would be another one, or could not be made. */
export async function isStale(
  db: Db,
  deps: DescribeDeps,
  { image, row }: { image: ImageRow; row: FhirMessageRow },
): Promise<boolean> {
  try {
    return (await describeImage(db, deps, image)).madeFrom !== row.made_from
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}
