import { execFileSync } from 'node:child_process'

import { afterEach, describe, expect, test, vi } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { getResultObject, type ResultObject } from '#contract/dicom-results'
import { getImageReport, getReportPdf } from '#contract/reports'
import { uploadImage } from '#contract/images'
import { listMessages, tryMessageNow } from '#contract/outbox'
import { buildFile, photographWith, support, type ElementSource } from '#dicom/testing/build-file'

import { readInstance } from '#dicom/read-instance'
import { sampleNumbers } from '#report/testing/sample-report'

import { outdateSent } from './outdate-sent.ts'
import { findCurrentAnalysis } from './features/analysis/queries.ts'
import { analysed } from './testing/analysed.ts'
import { startApp } from './testing/start-app.ts'
import { keepClockTimes } from './features/images/keep-clock-times.ts'

/** A dataset with DICOM files whose times were kept by an earlier version. */
async function withOldTimes(
  files: Readonly<Record<string, { elements: readonly ElementSource[]; kept: string | null }>>,
) {
  const started = await startApp()
  const { given, db, parts } = started
  const admin = await given.user('admin', { isAdmin: true })
  const dataset = await given.dataset(admin)
  const ids: Record<string, number> = {}
  for (const [name, { elements, kept }] of Object.entries(files)) {
    const uploaded = await admin.call(uploadImage, {
      query: { dataset_id: dataset.id },
      files: [
        {
          name,
          content: buildFile(
            photographWith(
              ['00080018', 'UI', `1.2.${name.length}.${Object.keys(ids).length}`],
              ...elements,
            ),
          ),
        },
      ],
    })
    const { id } = uploaded.body.image
    ids[name] = id
    await db
      .updateTable('image')
      .set({ acquired_clock: kept, acquired_zone: null, acquired_site_offset: null })
      .where('id', '=', id)
      .execute()
  }
  const settle = async (siteTimeZone: string | null) => {
    await using keeping = keepClockTimes({
      db,
      siteTimeZone,
      onCorrected: outdateSent(parts.clock),
    })
    await keeping.done
  }
  const times = async () => {
    const query = { order: 'studyDate_image' } as const
    const { body } = await admin.call(getDatasetData, { params: { id: dataset.id }, query })
    return body.images.map(({ file_name, studyDate_image }) => [file_name, studyDate_image])
  }
  return { ...started, admin, dataset, ids, settle, times }
}

test('times of an earlier version are read again, and get the offset of the site’s zone', async () => {
  const { settle, times } = await withOldTimes({
    // It had lost times with an offset of their own, and turned a day into midnight.
    'lost.dcm': { elements: [['0008002A', 'DT', '20261101013000-0330']], kept: null },
    'midnight.dcm': { elements: [['00080022', 'DA', '20261030']], kept: '2026-10-30T00:00:00' },
    'right.dcm': {
      elements: [['0008002A', 'DT', '20261101014000']],
      kept: '2026-11-01T01:40:00',
    },
  })
  await settle(null)
  expect(await times()).toEqual([
    ['midnight.dcm', '2026-10-30'],
    ['lost.dcm', '2026-11-01T01:30:00-03:30'],
    ['right.dcm', '2026-11-01T01:40:00'],
  ])
  await settle('America/St_Johns')
  expect(await times()).toEqual([
    ['midnight.dcm', '2026-10-30'],
    ['right.dcm', '2026-11-01T01:40:00-02:30'],
    ['lost.dcm', '2026-11-01T01:30:00-03:30'],
  ])
  await settle('Asia/Seoul')
  expect(await times()).toContainEqual(['right.dcm', '2026-11-01T01:40:00+09:00'])
})

test('messages that told other systems a wrong time are listed for sending again, and wait for a person', async () => {
  const { db, admin, ids, settle } = await withOldTimes({
    'wrong.dcm': { elements: [['0008002A', 'DT', '20260714101230']], kept: '2026-07-14T10:12:30' },
    'lost.dcm': { elements: [['0008002A', 'DT', '20260714101230+0900']], kept: null },
    'day.dcm': { elements: [], kept: null },
  })
  const at = new Date('2026-07-15T00:00:00Z')
  const post = (image: string, kind: string, key: string, payload: object) =>
    db
      .insertInto('outbox')
      .values({
        kind,
        key,
        order_key: `image ${ids[image]}`,
        image_id: ids[image] ?? 0,
        payload: JSON.stringify(payload),
        posted_at: at,
        due_at: at,
        gives_up_at: at,
        delivered_at: at,
      })
      .execute()
  for (const image of Object.keys(ids)) {
    const image_id = ids[image] ?? 0
    const { id: sendingId } = await db
      .insertInto('pacs_sending')
      .values({ image_id, kind: 'results', language: 'ko', asked_at: at, state: 'sent' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await analysed(db, image_id)
    const analysis = await findCurrentAnalysis(db, image_id)
    const analysisId = analysis?.id ?? 0
    await post(image, 'pacs-sending', String(sendingId), { sendingId })
    await db
      .insertInto('fhir_message')
      .values({
        image_id,
        version: 1,
        analysis_id: analysisId,
        made_from: '',
        bundle: '{}',
        warnings: '[]',
        created_at: at,
        push_state: 'sent',
      })
      .execute()
    await post(image, 'fhir-result', `${image_id}:1`, { imageId: image_id, analysisId })
  }
  await settle(null)
  await settle('Asia/Seoul')
  const listed = async () => {
    const { body } = await admin.call(listMessages, { query: { state: 'outdated' } })
    const names = body.messages.map(({ image, title }) => `${image?.file_name}: ${title.key}`)
    return { ...body, names: names.toSorted() }
  }
  // A message with the day alone was right; a report had times, and took them for UTC.
  const { names, counts, messages } = await listed()
  expect(names).toEqual([
    'lost.dcm: fhir.resultLetterTitle',
    'lost.dcm: pacs.letter',
    'wrong.dcm: pacs.letter',
  ])
  expect(counts).toMatchObject({ outdated: 3, waiting: 0 })
  await admin.call(tryMessageNow, { params: { id: messages[0]?.id ?? 0 } })
  expect((await listed()).counts).toMatchObject({ outdated: 2, waiting: 1 })
})

describe.each(['Asia/Seoul', 'UTC', 'America/St_Johns'])('on a computer in %s', (computer) => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('objects and reports about an image have one time, that of its camera’s clock', async () => {
    vi.stubEnv('TZ', computer)
    const started = await startApp({ siteTimeZone: 'Asia/Seoul' })
    const { given, db } = started
    const kim = await given.user()
    const dataset = await given.dataset(kim)
    const elements = photographWith(
      ['00080030', 'TM', '233000'],
      ['0008002A', 'DT', '20260131233005'],
      ['00280030', 'DS', '0.01\\0.01'],
    )
    const uploaded = await kim.call(uploadImage, {
      query: { dataset_id: dataset.id },
      files: [{ name: 'eye.dcm', content: buildFile(elements) }],
    })
    const { id, studyDate_image } = uploaded.body.image
    expect(studyDate_image).toBe('2026-01-31T23:30:05+09:00')
    await analysed(db, id, { numbers: sampleNumbers({ ageYears: 64, sex: 'female' }) })
    const instant = new Date('2026-01-31T15:30:07Z')
    await db.updateTable('analysis').set({ created_at: instant }).execute()
    for (const object of ['measurements', 'report'] satisfies ResultObject[]) {
      const { bytes } = await kim.call(getResultObject, { params: { id, object }, query: {} })
      const read = readInstance(bytes, support)
      const meta = read.ok ? read.instance.meta : {}
      // 15:30 UTC is after midnight in Korea.
      expect(meta).toMatchObject({
        '00080012': '20260201',
        '00080013': '003007',
        '00080020': '20260131',
        '00080023': '20260201',
        '00080033': '003007',
        '00080201': '+0900',
      })
    }
    const params = { id }
    const { body } = await kim.call(getImageReport, { params })
    expect(body.report).toMatchObject({ day: '2026-01-31', taken_at: studyDate_image })
    const query = { time_zone: 'America/St_Johns' }
    const { bytes } = await kim.call(getReportPdf, { params, query })
    const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: bytes, encoding: 'utf8' })
    expect(text).toContain('2026-01-31 23:30 (UTC+9)')
  })
})
