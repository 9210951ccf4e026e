import { createHmac } from 'node:crypto'

import type { Db } from '../../platform/database/database.ts'
import { imageFormats } from '../../platform/images/format.ts'
import { formatOfMediaType } from './storage.ts'

/** Stable names that replace images and patients outside of the hospital. */
export interface Pseudonyms {
  /** A file name with the image's id, such as `image-12-9f86d081.png`. */
  readonly imageName: (image: { readonly id: number; readonly media_type: string }) => string
  /** '' for an image without a patient ID. */
  readonly patient: (patientId: string) => string
  /** The id of the image behind a file name of this installation. */
  readonly imageIdOf: (fileName: string) => number | undefined
}

/** The installation's random number from which pseudonyms, UIDs and date shifts are derived. */
export async function siteSecret(db: Db): Promise<string> {
  const { value } = await db
    .selectFrom('site_secret')
    .select('value')
    .where('name', '=', 'de-identification')
    .executeTakeFirstOrThrow()
  return value
}

/** Pseudonyms by HMAC-SHA256 with the site's secret, so that another installation's do not match. */
export async function openPseudonyms(db: Db): Promise<Pseudonyms> {
  const secret = await siteSecret(db)
  const mark = (text: string, length: number): string =>
    createHmac('sha256', secret).update(text).digest('hex').slice(0, length)
  const stem = (id: number): string => `image-${id}-${mark(`image ${id}`, 8)}`
  return {
    imageName: ({ id, media_type }) =>
      `${stem(id)}.${imageFormats[formatOfMediaType(media_type)].extension}`,
    patient: (patientId) => (patientId === '' ? '' : mark(`patient ${patientId}`, 16)),
    imageIdOf(fileName) {
      const [, name = '', digits = ''] = /^(image-([1-9]\d{0,9})-[\da-f]{8})\./.exec(fileName) ?? []
      const id = Number(digits)
      return name !== '' && name === stem(id) ? id : undefined
    },
  }
}
