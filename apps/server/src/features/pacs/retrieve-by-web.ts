import { message } from '#contract/messages/message'

import { describeBytes } from '../../platform/dicom-network/store.ts'
import { isUid } from '../../platform/dicom-network/uid.ts'
import { retrieveFiles, searchFor } from './dicomweb-client.ts'
import type { SearchResult } from './find-series.ts'
import type { SeriesRow } from './queries.ts'
import type { Retrieval } from './retrieval.ts'

/** As whose what comes by WADO-RS is let in: nobody can connect from there. */
export const ownAddress = '::'

type FoundSeries = SearchResult['series'][number]

/** The patient's series of the modality by QIDO-RS; see `findSeries`. */
export async function findSeriesByWeb(
  retrieval: Retrieval,
  { patientId, studyDate }: { patientId: string; studyDate: string },
): Promise<SearchResult> {
  const { context, settings, web } = retrieval
  const studies: string[] = []
  let strays = 0
  const query = { PatientID: patientId, StudyDate: studyDate }
  for (const found of await searchFor(web, '/studies', query)) {
    const uid = found.text('0020000D')
    if (found.text('00100020') !== patientId) strays++
    else if (isUid(uid) && !studies.includes(uid)) studies.push(uid)
  }
  const series: FoundSeries[] = []
  for (const study of studies) {
    context.signal.throwIfAborted()
    for (const found of await searchFor(web, `/studies/${study}/series`)) {
      const uid = found.text('0020000E')
      const isWanted = settings.MODALITY === 'ANY' || found.text('00080060') === settings.MODALITY
      if (!isUid(uid) || !isWanted) continue
      const place = { study_uid: study, series_uid: uid }
      const expected = (await instancesOf(retrieval, place)).length
      series.push({ ...place, patient_id: patientId, expected })
    }
  }
  return { series, strays }
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
  // What is refused is missing when the series is counted.
  await sink.end()
}
