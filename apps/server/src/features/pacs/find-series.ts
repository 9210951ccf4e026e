import type { PacsSettings } from '#contract/pacs'

import type { ElementValues } from '#dicom/values'

import { find } from '../../platform/dicom-network/retrieve.ts'
import { isUid } from '../../platform/dicom-network/uid.ts'
import type { UserAssociation } from '../../platform/dicom-network/user.ts'

/** A series of the archive that is to be retrieved. */
interface FoundSeries {
  readonly study_uid: string
  readonly series_uid: string
  readonly patient_id: string
  /** Instances. */
  readonly expected: number
}

interface Query {
  readonly patientId: string
  /** As DICOM writes a day or a range. */
  readonly studyDate: string
  readonly modality: PacsSettings['MODALITY']
  readonly signal: AbortSignal
}

export interface SearchResult {
  readonly series: readonly FoundSeries[]
  /** Studies that the archive answered although they are another patient's. */
  readonly strays: number
}

/**
 * The patient's series of this modality, study by study. The modality is looked at here: archives
 * may ignore it in a query, and Modalities in Study is optional for them.
 */
export async function findSeries(user: UserAssociation, query: Query): Promise<SearchResult> {
  const { patientId, signal } = query
  const studies: string[] = []
  let strays = 0
  const keys = {
    ...characterSet(patientId),
    PatientID: patientId,
    StudyDate: query.studyDate,
    StudyInstanceUID: '',
  }
  for await (const { text } of find(user, 'STUDY', keys, { signal })) {
    const uid = text('0020000D')
    if (text('00100020') !== patientId) strays++
    else if (isUid(uid) && !studies.includes(uid)) studies.push(uid)
  }
  const series: FoundSeries[] = []
  for (const studyUid of studies) {
    series.push(...(await seriesOf(user, studyUid, query)))
  }
  return { series, strays }
}

async function seriesOf(
  user: UserAssociation,
  studyUid: string,
  { patientId, modality, signal }: Query,
): Promise<FoundSeries[]> {
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
    series.push({ study_uid: studyUid, series_uid: uid, patient_id: patientId, expected })
  }
  return series
}

/** For archives that do not say how many instances a series has. */
async function countInstances(
  user: UserAssociation,
  { studyUid, uid, signal }: { studyUid: string; uid: string; signal: AbortSignal },
): Promise<number> {
  let count = 0
  const keys = { StudyInstanceUID: studyUid, SeriesInstanceUID: uid, SOPInstanceUID: '' }
  for await (const _ of find(user, 'IMAGE', keys, { signal })) count++
  return count
}

/** Texts beyond ASCII are written in UTF-8, which is said then. */
function characterSet(text: string): { SpecificCharacterSet?: string } {
  return /^[\x20-\x7E]*$/.test(text) ? {} : { SpecificCharacterSet: 'ISO_IR 192' }
}
