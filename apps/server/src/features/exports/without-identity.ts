import { z } from 'zod'

import type { ImageRow } from '../images/queries.ts'

/** Columns of an image that identify the patient, whose values are searched for in notes. */
export const identityColumns = [
  'image.patient_id',
  'image.patient_name',
  'image.patient_name_korean',
  'image.study_uid',
  'image.series_uid',
  'image.instance_uid',
  'image.file_name',
  'image.mics_meta',
] as const

type Column = (typeof identityColumns)[number] extends `image.${infer Name}` ? Name : never
type Identity = Pick<ImageRow, Column>

/** Names of notes about a person, a visit or a file. */
const tellingKey =
  /patient|birth|\bmrn\b|accession|ord(er)?[ _]?(id|seq|no)|bnch|uid|date|path|file|환자|등록번호|생년|날짜|일자/iu
const day =
  /(?<!\d)(19|20)\d\d((0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])|[-./](0?[1-9]|1[0-2])[-./](0?[1-9]|[12]\d|3[01]))(?!\d)/
/** Shorter numbers and file names are everyday words. */
const leastNumber = 4
const uid = /(?<![\d.])[0-2](\.\d+){4,}/

/**
 * Removes identifying metadata: entries with such names, entries that contain a day or a UID, or words of the
 * patient's names, numbers, file or order. Other free text is unchanged.
 */
export function withoutIdentity(
  metadata: Readonly<Record<string, unknown>>,
  identity: Identity,
): Record<string, unknown> {
  const entries = Object.entries(metadata)
  if (entries.length === 0) return {}
  const sought = identityWords(identity)
  return Object.fromEntries(
    entries.filter(([key, value]) => !tellingKey.test(key) && !tells(textOf(value), sought)),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function tells(text: string, sought: readonly string[]): boolean {
  if (day.test(text) || uid.test(text)) return true
  const words = wordsOf(text)
  return sought.some((phrase) => words.includes(phrase))
}

function identityWords(image: Identity): string[] {
  const names = [image.patient_name, image.patient_name_korean]
  const order = z.string().catch('').parse(image.mics_meta['ORD_SEQ'])
  const { patient_id, study_uid, series_uid, instance_uid, file_name } = image
  const numbers = [patient_id, study_uid, series_uid, instance_uid, file_name, order]
  const telling = [
    ...names.flatMap((name) => name.split(/[\s^=]+/)).filter((name) => name.length > 1),
    ...numbers.filter((text) => text.length >= leastNumber),
  ]
  return [...new Set(telling.map(wordsOf))].filter((words) => words.trim() !== '')
}

/** Only letters and digits, in lower case, with one space around each word. */
function wordsOf(text: string): string {
  return ` ${text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
