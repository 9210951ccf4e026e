import { message } from '#contract/messages/message'

import { describeBytes } from '../../../platform/dicom-network/store.ts'
import { isUid } from '../../../platform/dicom-network/uid.ts'
import { retrieveFiles, searchFor } from '../dicomweb-client.ts'
import {
  readStudy,
  type FoundSeries,
  type FoundStudy,
  type SearchResult,
  type StudyResult,
} from './find-series.ts'
import type { SeriesRow } from '../queries.ts'
import type { Retrieval } from './retrieval.ts'

/** The title under which WADO-RS objects are accepted: no station can connect with it. */
export const ownAddress = '::'

/** The patient's series of the modality by QIDO-RS; see `findSeries`. */
export async function findSeriesByWeb(
  retrieval: Retrieval,
  { patientId, studyDate }: { patientId: string; studyDate: string },
): Promise<SearchResult> {
  const studies = new Map<string, FoundStudy>()
  let strays = 0
  const query = Object.entries({ PatientID: patientId, StudyDate: studyDate })
  for (const { text } of await searchFor(retrieval.web, '/studies', query)) {
    const study = readStudy(text)
    if (text('00100020') !== patientId) strays++
    else if (study !== undefined) studies.set(study.study_uid, study)
  }
  const series: FoundSeries[] = []
  for (const study of studies.values()) series.push(...(await seriesOf(retrieval, study)))
  return { series, strays }
}

/** The series of one study by QIDO-RS; see `findSeriesOfStudy`. */
export async function findSeriesOfStudyByWeb(
  retrieval: Retrieval,
  studyUid: string,
): Promise<StudyResult | undefined> {
  const answers = await searchFor(retrieval.web, '/studies', [['StudyInstanceUID', studyUid]])
  const study = answers
    .map(({ text }) => readStudy(text))
    .find((found) => found?.study_uid === studyUid)
  return study && { study, series: await seriesOf(retrieval, study) }
}

async function seriesOf(retrieval: Retrieval, study: FoundStudy): Promise<FoundSeries[]> {
  const { context, settings, web } = retrieval
  context.signal.throwIfAborted()
  const series: FoundSeries[] = []
  for (const found of await searchFor(web, `/studies/${study.study_uid}/series`)) {
    const uid = found.text('0020000E')
    const isWanted = settings.MODALITY === 'ANY' || found.text('00080060') === settings.MODALITY
    if (!isUid(uid) || !isWanted) continue
    const place = { study_uid: study.study_uid, series_uid: uid }
    const expected = (await instancesOf(retrieval, place)).length
    series.push({ ...study, series_uid: uid, expected })
  }
  return series
}

async function instancesOf(
  { web }: Retrieval,
  series: Pick<SeriesRow, 'study_uid' | 'series_uid'>,
): Promise<string[]> {
  const found = await searchFor(web, `${pathOf(series)}/instances`)
  return [...new Set(found.map(({ text }) => text('00080018')).filter(isUid))]
}

function pathOf({
  study_uid: study,
  series_uid: series,
}: Pick<SeriesRow, 'study_uid' | 'series_uid'>) {
  return `/studies/${study}/series/${series}`
}

/** Fetches a series object by object by WADO-RS; each is kept as if it had come over DICOM. */
export async function fetchSeries(retrieval: Retrieval, series: SeriesRow): Promise<void> {
  const { context, web } = retrieval
  for (const instance of await instancesOf(retrieval, series)) {
    context.signal.throwIfAborted()
    const path = `${pathOf(series)}/instances/${instance}`
    for (const file of await retrieveFiles(web, path)) await keep(retrieval, file)
  }
}

async function keep({ deps, context, settings }: Retrieval, file: Buffer): Promise<void> {
  const object = describeBytes(file)
  if (object === undefined) {
    await context.warn(message('pacs.leftOut', { why: message('pacs.notAnObject') }))
    return
  }
  const sender = { aeTitle: settings.CALLEDAETITLE, address: ownAddress }
  const sink = await deps.receiver.arrivals.open(object, sender)
  await sink.write(file.subarray(object.offset))
  // Refused objects count as missing when the series is counted.
  await sink.end()
}
