import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { assert, asyncProperty, constantFrom, record, tuple } from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { saveAnnotatorData } from '#contract/annotations'
import { getImageReport, getPatientPdf, getPatientReport, getReportPdf } from '#contract/reports'
import { reviewAnalysis } from '#contract/reviews'
import { describeEye } from '#report/eye'
import { writingIn } from '#report/language'
import type { StatedText } from '#report/stated'
import { notGradableNumbers, sampleNumbers } from '#report/testing/sample-report'

import type { Db } from '../../platform/database/database.ts'
import { analysed } from '../../testing/analysed.ts'
import { describeEveryField, everyField, stateEveryField } from '../../testing/every-field.ts'
import { startApp } from '../../testing/start-app.ts'

const run = promisify(execFile)
const woman = { ageYears: 64, sex: 'female' } as const
const patience = 60_000

async function withImages(count: number) {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const ids: number[] = []
  for (let i = 0; i < count; i++) ids.push((await started.given.image(kim, dataset)).id)
  return { ...started, kim, dataset, ids }
}

interface Whose {
  patient_id: string
  patient_name?: string
  patient_name_korean?: string
  study_date: string | null
  laterality: 'R' | 'L' | null
}

async function say(db: Db, id: number, whose: Whose): Promise<void> {
  const told = { laterality_source: 'stated', patient_sex: 'F', patient_birth_date: '1962-03-04' }
  await db
    .updateTable('image')
    .set({ ...told, ...whose })
    .where('id', '=', id)
    .execute()
}

test('the report of an image has both eyes of the day, their measurements and reviews', async () => {
  const { kim, ids, db } = await withImages(3)
  const [right = 0, left = 0, before = 0] = ids
  const whose = { patient_id: 'P-1', patient_name: 'Hong^Gildong', study_date: '2026-11-20' }
  await say(db, right, { ...whose, laterality: 'R' })
  await say(db, left, { ...whose, laterality: 'L' })
  await say(db, before, { ...whose, study_date: '2025-11-20', laterality: 'L' })
  const analysis = await analysed(db, right, { numbers: sampleNumbers(woman) })
  await analysed(db, left, { numbers: notGradableNumbers })
  await kim.call(reviewAnalysis, {
    query: { original_id: right },
    body: { analysis_id: analysis, decision: 'confirmed' },
  })
  const { body } = await kim.call(getImageReport, { params: { id: right } })
  expect(body).toMatchObject({
    patient: { id: 'P-1', name: 'Hong Gildong', differing: [] },
    images: 3,
    report: {
      image: { id: right },
      eye: 'right',
      sex: 'female',
      age_years: 64,
      analysis: { id: analysis, numbers: { quality: { grade: 'gradable' } } },
      review: { decision: 'confirmed', by: { username: 'kim' } },
    },
    fellow: { image: { id: left }, eye: 'left', analysis: { numbers: { zones: null } } },
  })
  const all = await kim.call(getPatientReport, { params: { id: before } })
  expect(all.body.reports.map(({ image }) => image.id)).toEqual([left, right, before])
})

test('differing statements on the person among images of one patient ID are named', async () => {
  const { kim, ids, db } = await withImages(2)
  const [a = 0, b = 0] = ids
  const whose = { patient_id: 'P-1', study_date: '2026-11-20', laterality: null }
  await say(db, a, { ...whose, patient_name: 'Hong^Gildong' })
  await say(db, b, { ...whose, patient_name: 'Kim^Cheolsu' })
  const { body } = await kim.call(getImageReport, { params: { id: a } })
  expect(body.patient).toMatchObject({ name: 'Hong Gildong', differing: ['name'] })
})

test(
  'however images of two patients and of none are mixed, no report has another’s',
  async () => {
    const { kim, ids, db } = await withImages(5)
    const one = record({
      patient_id: constantFrom('', ' ', 'P-1', 'P-2', 'p-1'),
      study_date: constantFrom('2026-11-20', '2025-11-20', null),
      laterality: constantFrom('R', 'L', null),
    })
    await assert(
      asyncProperty(tuple(one, one, one, one, one), async (mixed) => {
        const patientOf = new Map<number, string>()
        for (const [i, id] of ids.entries()) {
          const whose = mixed[i] as Whose
          patientOf.set(id, whose.patient_id)
          await say(db, id, whose)
        }
        for (const id of ids) {
          const patient = patientOf.get(id) ?? ''
          const own = ids.filter((each) =>
            patient.trim() === '' ? each === id : patientOf.get(each) === patient,
          )
          const { body } = await kim.call(getPatientReport, { params: { id } })
          expect(new Set(body.reports.map(({ image }) => image.id))).toEqual(new Set(own))
          const { fellow } = (await kim.call(getImageReport, { params: { id } })).body
          expect([null, ...own]).toContain(fellow?.image.id ?? null)
        }
      }),
      { numRuns: 12 },
    )
  },
  patience,
)

test.skipIf(!havePoppler())(
  'the PDF says what the page says, in letters that can be copied and in fonts of its own',
  async () => {
    const { kim, ids, db, given, dataset } = await withImages(1)
    const [id = 0] = ids
    const other = await given.image(kim, dataset)
    const whose = { patient_id: 'P-1001', patient_name: 'Hong^Gildong', study_date: '2026-11-20' }
    await say(db, id, { ...whose, patient_name_korean: '홍^길동', laterality: 'R' })
    await say(db, other.id, { ...whose, laterality: 'L' })
    await analysed(db, id, { numbers: sampleNumbers(woman, { crae: 100 }) })
    await analysed(db, other.id, { numbers: notGradableNumbers })
    for (const language of ['en', 'ko'] as const) {
      const query = { language, time_zone: 'Asia/Seoul', asAttachment: 'true' } as const
      const answer = await kim.call(getReportPdf, { params: { id }, query })
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toContain(`report-${id}-${language}.pdf`)
      const file = await kept(answer.bytes)
      const written = await textOf(file)
      const { body } = await kim.call(getImageReport, { params: { id } })
      const writing = writingIn(language, 'Asia/Seoul')
      for (const report of [body.report, body.fellow]) {
        if (report === null) throw new Error('The other eye is missing.')
        const text = describeEye(report, writing, 'Fovea 0.0.0')
        const said = [text.stateName, text.stateDetail, ...text.found, ...text.sure]
        for (const sentence of [...said, ...text.notMeaning, writing.words.needsConfirmation])
          expect(written).toContain(bare(sentence))
      }
      expect(written).toContain(bare(language === 'ko' ? '홍길동 님' : 'Hong Gildong'))
      expect(written).toContain(bare('100.0 ± 3.5 µm'))
      const { stdout: fonts } = await run('pdffonts', [file])
      const rows = fonts.trim().split('\n').slice(2)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(row).toMatch(/NotoSansKR.*CID TrueType.*yes yes yes/)
      const { stdout: info } = await run('pdfinfo', [file])
      expect(info).toMatch(/Pages:\s+4\n/)
      expect(info).toContain('(A4)')
    }
  },
  patience,
)

test.skipIf(!havePoppler())(
  'the PDF of a patient’s course has the visits of both eyes and what was measured, in either language',
  async () => {
    const { kim, ids, db } = await withImages(6)
    const [right = 0, left = 0, before = 0, unknown = 0, stranger = 0, first = 0] = ids
    const name = { patient_name: 'Hong^Gildong', patient_name_korean: '홍^길동' }
    const whose = { ...name, patient_id: 'P-1001', study_date: '2026-11-20' }
    await say(db, right, { ...whose, laterality: 'R' })
    await say(db, left, { ...whose, laterality: 'L' })
    await say(db, before, { ...whose, study_date: '2025-11-20', laterality: 'R' })
    await say(db, first, { ...whose, study_date: '2024-11-20', laterality: 'R' })
    await say(db, unknown, { ...whose, study_date: null, laterality: null })
    await say(db, stranger, {
      ...whose,
      patient_id: 'P-2',
      patient_name_korean: '김^유나',
      laterality: 'R',
    })
    await analysed(db, right, { numbers: sampleNumbers(woman, { crae: 100 }) })
    await analysed(db, left, { numbers: notGradableNumbers })
    await analysed(db, before, {
      numbers: sampleNumbers(woman, { crae: 111 }),
      madeFrom: { patient: 'another' },
    })
    await analysed(db, first, { numbers: sampleNumbers(woman, { crae: 90 }) })
    for (const language of ['en', 'ko'] as const) {
      const query = { language, time_zone: 'Asia/Seoul', asAttachment: 'true' } as const
      const answer = await kim.call(getPatientPdf, { params: { id: left }, query })
      expect(answer.headers['content-disposition']).toContain(`course-${left}-${language}.pdf`)
      const file = await kept(answer.bytes)
      const written = await textOf(file)
      const { body } = await kim.call(getPatientReport, { params: { id: left } })
      const writing = writingIn(language, 'Asia/Seoul')
      const { course } = writing.words.report
      for (const report of body.reports) {
        const { found, stateName, stateDetail, warnings } = describeEye(report, writing, '')
        for (const sentence of [stateName, stateDetail, ...found, ...warnings])
          expect(written).toContain(bare(sentence))
      }
      for (const text of [
        course.title,
        course.trends,
        course.left,
        course.dayUnknown,
        '2025-11-20',
      ])
        expect(written).toContain(bare(text))
      expect(written).toContain(bare(writing.words.needsConfirmation))
      expect(written).toContain(bare(language === 'ko' ? '홍길동 님' : 'Hong Gildong'))
      expect(written).not.toMatch(/김유나|P-2/u)
      const { stdout: fonts } = await run('pdffonts', [file])
      for (const row of fonts.trim().split('\n').slice(2))
        expect(row).toMatch(/NotoSansKR.*CID TrueType.*yes yes yes/)
    }
  },
  patience,
)

test.skipIf(!havePoppler())(
  'the report has the values that readers stated, with who did, and goes on over pages for long ones',
  async () => {
    const { kim, ids, dataset } = await withImages(1)
    const [id = 0] = ids
    await describeEveryField(kim, dataset)
    await stateEveryField(kim, id)
    const { report } = (await kim.call(getImageReport, { params: { id } })).body
    const stated = (language: 'en' | 'ko') =>
      describeEye(report, writingIn(language, 'Asia/Seoul'), '').stated
    const values = stated('ko').map(({ name, value }) => [name, value])
    expect(values).toHaveLength(everyField.length)
    for (const pair of [
      ['Choice(한)', 'Second(한)'],
      ['Number(한)', '14.5 mm[Hg]'],
      ['Untold date(한)', '판단 불가'],
    ])
      expect(values).toContainEqual(pair)
    expect(stated('en').map(({ source }) => source)).toEqual(
      everyField.map(() => expect.stringMatching(/^kim, \d{4}-/)),
    )
    const pdf = async (language: 'en' | 'ko') => {
      const query = { language, time_zone: 'Asia/Seoul' } as const
      const answer = await kim.call(getReportPdf, { params: { id }, query })
      return textOf(await kept(answer.bytes))
    }
    const written = await pdf('ko')
    for (const text of stated('ko').flatMap(allOf)) expect(written).toContain(bare(text))
    const long = `${'가나다 라마바 '.repeat(600)}\n끝`
    const change = { from: '황반 근처 드루젠\nsecond line', to: long }
    const body = { image: { id, fields: { a_text: change } } }
    expect((await kim.call(saveAnnotatorData, { body })).status).toBe(200)
    const more = await pdf('en')
    expect(more).toContain(bare(long))
    expect(more).toContain(bare('on a page of their own'))
  },
  patience,
)

function allOf({ name, value, source }: StatedText): string[] {
  return [name, value, source]
}

/** Debian's poppler-utils; reports if they are missing. */
function havePoppler(): boolean {
  const missing = ['pdftotext', 'pdffonts', 'pdfinfo'].filter(
    (name) => !existsSync(`/usr/bin/${name}`),
  )
  if (missing.length === 0) return true
  console.warn(`SKIPPED: ${missing.join(', ')} not installed (apt-get install poppler-utils).`)
  return false
}

async function kept(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-report-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'report.pdf')
  await writeFile(file, pdf)
  return file
}

async function textOf(file: string): Promise<string> {
  const { stdout } = await run('pdftotext', ['-raw', file, '-'])
  return bare(stdout)
}

/** Without spaces and line ends, which depend on the paper. */
function bare(text: string): string {
  return text.replaceAll(/\s/gu, '')
}
