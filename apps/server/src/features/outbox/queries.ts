import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { LetterRow } from '../../platform/outbox/letters.ts'
import { visibleImages, type ImageRow } from '../images/queries.ts'

export type LetterImage = Pick<
  ImageRow,
  'id' | 'file_name' | 'patient_id' | 'patient_name' | 'patient_name_korean'
>

/** The images that letters are about, by their ids; deleted ones are missing. */
export async function findImagesOf(
  db: Db,
  actor: Actor,
  letters: readonly LetterRow[],
): Promise<Map<number, LetterImage>> {
  const ids = letters.map((letter) => letter.image_id).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const images = await visibleImages(db, actor)
    .select(['id', 'file_name', 'patient_id', 'patient_name', 'patient_name_korean'])
    .where('id', 'in', ids)
    .execute()
  return new Map(images.map((image) => [image.id, image]))
}
