import { parseDate } from '#clock/dicom-time'

/** 32 bytes that cannot be computed for a text without the secret (HMAC-SHA256). */
export type HashText = (text: string) => Uint8Array

/** Replacements for the identity of a patient and of objects, the same at every call. */
export interface Pseudonyms {
  readonly patient: string
  /** Number of days by which the patient's dates are moved back. */
  readonly days: number
  readonly uid: (uid: string) => string
}

/** Up to ten years. */
const mostDays = 3650

export function openPseudonyms(hash: HashText, patient: string): Pseudonyms {
  const number = (bytes: Uint8Array): bigint => BigInt(`0x${hexadecimal(bytes)}`)
  const days = number(hash(`days ${patient}`).subarray(0, 8)) % BigInt(mostDays)
  return {
    patient: `ANON-${hexadecimal(hash(`patient ${patient}`).subarray(0, 6)).toUpperCase()}`,
    days: 1 + Number(days),
    uid: (uid) => `2.25.${number(hash(`uid ${uid}`).subarray(0, 16))}`,
  }
}

/** The day of a DA or DT value, moved back by a number of days, as YYYYMMDD; '' if it is no date. */
export function movedDate(text: string | undefined, days: number): string {
  const date = parseDate(/^\d{4}[-.]/.test(text ?? '') ? text : text?.slice(0, 8))
  if (date === undefined) return ''
  const moved = new Date(new Date(`${date}T00:00:00Z`).getTime() - days * 86_400_000)
  return moved.toISOString().slice(0, 10).replaceAll('-', '')
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
