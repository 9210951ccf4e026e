import type { PacsCriteria } from '#contract/pacs-search'
import { parsePersonName } from '#dicom/person-name'

/** Attributes read from an answer, by C-FIND or QIDO-RS. */
export interface StudyValues {
  readonly text: (tag: string) => string | undefined
  readonly texts: (tag: string) => readonly string[]
}

/** The keys by which studies are matched; empty ones match everything (PS3.4 C.2.2.2.3). */
export interface StudyKeys {
  readonly PatientName: string
  readonly PatientID: string
  readonly AccessionNumber: string
  readonly StudyDate: string
  readonly ModalitiesInStudy: string
}

const wildcard = /[*?]/
const partings = /[\s,^]+/g
const eastAsian = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7A3]/

export function isAscii(text: string): boolean {
  return /^[\x20-\x7E]*$/.test(text)
}

/**
 * Sets of keys that together find the studies: several, because archives compare a name group by group or as
 * one text, and an answer to any of them counts.
 */
export function studyKeys({
  patientName,
  patientID = '',
  accessionNumber = '',
  studyDate = '',
  modality = '',
}: PacsCriteria): StudyKeys[] {
  const names = patientName === undefined ? [''] : nameKeys(patientName)
  return names.map((PatientName) => ({
    PatientName,
    PatientID: patientID,
    AccessionNumber: accessionNumber,
    StudyDate: studyDate,
    ModalitiesInStudy: modality,
  }))
}

/**
 * The same without the name, for archives that cannot match one beyond ASCII; none if the name is
 * in ASCII, or no other key remains.
 */
export function keysWithoutName({ patientName = '', ...others }: PacsCriteria): StudyKeys[] {
  const isNarrow = Object.values(others).some((value) => value !== undefined)
  return isNarrow && !isAscii(patientName) ? studyKeys(others) : []
}

/** Non-ASCII writings may be in any of the three groups of a name (PS3.5 6.2.1.1). */
function nameKeys(name: string): string[] {
  const pattern = namePattern(name.normalize('NFC'))
  return isAscii(name) ? [pattern] : [pattern, `*=${pattern}`, `*=*=${pattern}`]
}

/**
 * For 홍길동 an archive may have 홍^길동, so wildcards match the separators, and the end, after which other groups
 * may follow.
 */
function namePattern(name: string): string {
  const parts = eastAsian.test(name) ? Array.from(name).join('*') : name
  return `${parts}*`.replaceAll(partings, '*').replaceAll(/\*{2,}/g, '*')
}

/**
 * Whether an answer matches the search. Archives may ignore keys, and the keys of a name match too much;
 * absent attributes count as a match.
 */
export function isWanted(
  { patientName, patientID, accessionNumber, modality }: PacsCriteria,
  { text, texts }: StudyValues,
): boolean {
  const modalities = texts('00080061').filter((each) => each !== '')
  return (
    holds(patientName, text('00100010'), isNamed) &&
    holds(patientID, text('00100020'), isLike) &&
    holds(accessionNumber, text('00080050'), isLike) &&
    (modality === undefined || modalities.length === 0 || modalities.includes(modality))
  )
}

function holds(
  sought: string | undefined,
  text: string | undefined,
  isRight: (sought: string, text: string) => boolean,
): boolean {
  return sought === undefined || text === undefined || isRight(sought, text)
}

/** Whether any writing of the name matches, or begins with the text if it has no wildcards. */
function isNamed(sought: string, text: string): boolean {
  const plain = plainName(sought)
  const pattern = wildcard.test(plain) ? plain : `${plain}*`
  const { alphabetic = '', ideographic = '', phonetic = '' } = parsePersonName(text) ?? {}
  return [alphabetic, ideographic, phonetic].some((group) => isLike(pattern, plainName(group)))
}

/** Without separators between a name's components, and without accents. */
function plainName(text: string): string {
  return text
    .replaceAll(partings, '')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
}

/** Whether a text matches a pattern with `*` and `?`, in capitals or not. */
function isLike(pattern: string, text: string): boolean {
  const letters = Array.from(text.toLowerCase())
  const pieces = pattern
    .toLowerCase()
    .split('*')
    .map((piece) => Array.from(piece))
  const [first = [], ...others] = pieces
  if (!standsAt(letters, first, 0)) return false
  const last = others.pop()
  if (last === undefined) return letters.length === first.length
  let at = first.length
  for (const piece of others) {
    while (at + piece.length <= letters.length && !standsAt(letters, piece, at)) at++
    at += piece.length
  }
  const lastAt = letters.length - last.length
  return at <= lastAt && standsAt(letters, last, lastAt)
}

function standsAt(letters: readonly string[], piece: readonly string[], at: number): boolean {
  return piece.every((letter, index) => {
    const other = letters[at + index]
    return letter === '?' ? other !== undefined : other === letter
  })
}
