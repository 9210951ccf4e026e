import { message, tell } from '#contract/messages/message'
import type { DeadLetter } from '#contract/outbox'

import type { LetterRow } from '../../platform/outbox/letters.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { LetterImage } from './queries.ts'

/** @param images those that the letters are about, by their ids, without those that are deleted */
export function presentLetters(
  outbox: Outbox,
  letters: readonly LetterRow[],
  images: ReadonlyMap<number, LetterImage>,
): DeadLetter[] {
  return letters.map((letter) => {
    const image = images.get(letter.image_id ?? 0)
    return {
      id: letter.id,
      title: tell(outbox.titleOf(letter.kind) ?? message('outbox.unknownKind')),
      key: letter.key,
      image: image === undefined ? null : presentImage(image),
      posted_at: letter.posted_at.toISOString(),
      dead_at: (letter.dead_at ?? letter.posted_at).toISOString(),
      tries: letter.tries,
      why: tell(letter.failure ?? message('outbox.late')),
    }
  })
}

function presentImage(image: LetterImage): NonNullable<DeadLetter['image']> {
  return {
    id: image.id,
    file_name: image.file_name,
    patientID: image.patient_id,
    patientName: image.patient_name,
    patientNameKorean: image.patient_name_korean,
  }
}
