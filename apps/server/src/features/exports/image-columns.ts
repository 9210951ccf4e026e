import type { Pseudonyms } from '../images/pseudonyms.ts'
import type { AnnotatedImage } from './annotated-images.ts'

/** Columns about the image in every table. */
export const imageColumns = [
  'image_id',
  'file',
  'patient_id',
  'study_date',
  'laterality',
  'image_width_px',
  'image_height_px',
] as const

/** Under pseudonyms the day is left empty, and file and patient have pseudonyms. */
export function imageFields(
  image: AnnotatedImage['image'],
  pseudonyms: Pseudonyms | null,
): string[] {
  const whose =
    pseudonyms === null
      ? [image.path, image.patient_id, image.study_date ?? '']
      : [pseudonyms.imageName(image), pseudonyms.patient(image.patient_id), '']
  return [
    String(image.id),
    ...whose,
    image.laterality ?? '',
    String(image.width),
    String(image.height),
  ]
}
