import type { PacsSettings } from '#contract/pacs'

import { parseDate } from '#clock/dicom-time'
import type { ElementValues } from '#dicom/values'

import { find } from '../../../platform/dicom-network/retrieve.ts'
import { isUid } from '../../../platform/dicom-network/uid.ts'
import type { UserAssociation } from '../../../platform/dicom-network/user.ts'

/** A series of the archive to retrieve. */
export interface FoundSeries {
  readonly study_uid: string
  readonly series_uid: string
  /** YYYY-MM-DD, if the archive states it. */
  readonly study_day: string | null
  readonly patient_id: string
  /** Number of instances. */
  readonly expected: number
}

/** A study of the archive, with its patient there. */
export type FoundStudy = Pick<FoundSeries, 'study_uid' | 'study_day' | 'patient_id'>

interface SeriesQuery {
  readonly modality: PacsSettings['MODALITY']
  readonly signal: AbortSignal
}

interface Query extends SeriesQuery {
  readonly patientId: string
  /** A day or a range in DICOM's form. */
  readonly studyDate: string
}

export interface SearchResult {
  readonly series: readonly FoundSeries[]
  /** Studies that the archive returned although they are another patient's. */
  readonly strays: number
}

export interface StudyResult {
  readonly study: FoundStudy
  readonly series: readonly FoundSeries[]
}

/**
 * The patient's series of this modality, study by study. Checks the modality here, because archives
 * may ignore it in a query, and Modalities in Study is optional for them.
 */
export async function findSeries(user: UserAssociation, query: Query): Promise<SearchResult> {
  const { patientId, signal } = query
  const studies = new Map<string, FoundStudy>()
  let strays = 0
  const keys = {
    ...characterSet(patientId),
    PatientID: patientId,
    StudyDate: query.studyDate,
    StudyInstanceUID: '',
  }
  for await (const { text } of find(user, 'STUDY', keys, { signal })) {
    const study = readStudy(text)
    if (text('00100020') !== patientId) strays++
    else if (study !== undefined) studies.set(study.study_uid, study)
  }
  const series: FoundSeries[] = []
  for (const study of studies.values()) series.push(...(await seriesOf(user, study, query)))
  return { series, strays }
}

/** The series of one study with the modality; undefined if the archive lacks the study. */
export async function findSeriesOfStudy(
  user: UserAssociation,
  studyUid: string,
  query: SeriesQuery,
): Promise<StudyResult | undefined> {
  const keys = { PatientID: '', StudyDate: '', StudyInstanceUID: studyUid }
  let study: FoundStudy | undefined
  for await (const { text } of find(user, 'STUDY', keys, query)) {
    const found = readStudy(text)
    if (found?.study_uid === studyUid) study = found
  }
  return study && { study, series: await seriesOf(user, study, query) }
}

/** A study by the attributes of an answer; undefined if it has no valid UID. */
export function readStudy(text: (tag: string) => string | undefined): FoundStudy | undefined {
  const uid = text('0020000D')
  if (!isUid(uid)) return undefined
  return {
    study_uid: uid,
    study_day: parseDate(text('00080020')) ?? null,
    patient_id: text('00100020') ?? '',
  }
}

async function seriesOf(
  user: UserAssociation,
  study: FoundStudy,
  { modality, signal }: SeriesQuery,
): Promise<FoundSeries[]> {
  const { study_uid: studyUid } = study
  const found: { uid: string; values: ElementValues }[] = []
  const keys = {
    StudyInstanceUID: studyUid,
    SeriesInstanceUID: '',
    Modality: '',
    NumberOfSeriesRelatedInstances: '',
  }
  for await (const values of find(user, 'SERIES', keys, { signal })) {
    const uid = values.text('0020000E')
    const isWanted = modality === 'ANY' || values.text('00080060') === modality
    if (isUid(uid) && isWanted) found.push({ uid, values })
  }
  const series: FoundSeries[] = []
  for (const { uid, values } of found) {
    const [stated = NaN] = values.numbers('00201209')
    const expected = stated > 0 ? stated : await countInstances(user, { studyUid, uid, signal })
    series.push({ ...study, series_uid: uid, expected })
  }
  return series
}

/** For archives that do not return the number of instances of a series. */
async function countInstances(
  user: UserAssociation,
  { studyUid, uid, signal }: { studyUid: string; uid: string; signal: AbortSignal },
): Promise<number> {
  let count = 0
  const keys = { StudyInstanceUID: studyUid, SeriesInstanceUID: uid, SOPInstanceUID: '' }
  for await (const _ of find(user, 'IMAGE', keys, { signal })) count++
  return count
}

/** Texts beyond ASCII are written in UTF-8, and declared so. */
function characterSet(text: string): { SpecificCharacterSet?: string } {
  return /^[\x20-\x7E]*$/.test(text) ? {} : { SpecificCharacterSet: 'ISO_IR 192' }
}
