import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { Regulatory, regulatoryFacts } from '#contract/info'
import type { EyeReport } from '#contract/reports'
import { measureGroups } from '#contract/results/kinds'
import { writingIn } from '#report/language'
import { notGradableNumbers, sampleNumbers, sampleReport } from '#report/testing/sample-report'

import { makePdf } from './make-pdf.ts'
import type { ReportRequest } from './report-request.ts'

const run = promisify(execFile)
const woman = { ageYears: 64, sex: 'female' } as const
const languages = [['en'], ['ko']] as const

/** Debian's poppler-utils; reports if they are missing. */
function havePoppler(): boolean {
  if (['pdftotext', 'pdfimages'].every((name) => existsSync(`/usr/bin/${name}`))) return true
  console.warn('SKIPPED: pdftotext, pdfimages not installed (apt-get install poppler-utils).')
  return false
}

const unconfigured = Object.keys(Regulatory.shape).map((key) => [key, null])
const regulatory = Regulatory.parse({ ...Object.fromEntries(unconfigured), configured: false })

/** The report of a pair of eyes. */
function requestOf(changes: Partial<ReportRequest> = {}): ReportRequest {
  const none = { photograph: null, overlaid: null }
  const left = sampleReport(notGradableNumbers, { eye: 'left' })
  return {
    language: 'en',
    timeZone: 'Asia/Seoul',
    product: { name: 'Fovea', version: '1.0.0', regulatory },
    at: new Date('2026-11-24T00:00:00Z'),
    patient: {
      id: 'P-1001',
      name: 'Hong^Gildong',
      nameKorean: '홍^길동',
      birth_date: '1962-03-04',
      differing: [],
    },
    eyes: [
      { report: sampleReport(sampleNumbers(woman)), pictures: none },
      { report: left, pictures: none },
    ],
    isExample: false,
    course: null,
    ...changes,
  }
}

interface Word {
  readonly right: number
  readonly bottom: number
}

/** The visible content of the pages: texts, and where words end, in points. */
async function printed(request: ReportRequest) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-pdf-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'report.pdf')
  await writeFile(file, await makePdf(request))
  const textOf = async (...args: string[]) => (await run('pdftotext', [...args, file, '-'])).stdout
  const pages = (await textOf('-raw')).split('\f').slice(0, -1)
  const words = (await textOf('-bbox')).matchAll(/xMax="([\d.]+)" yMax="([\d.]+)"/gu)
  const { stdout: images } = await run('pdfimages', ['-list', file])
  const rows = images
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.trim().split(/\s+/u).map(Number))
  return {
    pages: pages.map((text) => text.replaceAll(/\s/gu, '')),
    words: Array.from(words, ([, right, bottom]): Word => ({
      right: Number(right),
      bottom: Number(bottom),
    })),
    /** Page numbers with pictures. */
    pictures: rows.map(([page]) => page),
    /** Of the pictures, in points: columns 5 and 14 are pixels and pixels per inch. */
    heights: rows.map((row) => (72 * (row[4] ?? 0)) / (row[13] ?? 1)),
  }
}

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()

const bare = (text: string): string => text.replaceAll(/\s/gu, '')

/** Nothing exceeds an A4 page. */
function expectOnPaper(words: readonly Word[]): void {
  expect(words.length).toBeGreaterThan(0)
  expect(words.filter(({ right, bottom }) => right > 595 - 30 || bottom > 842 - 10)).toEqual([])
}

test.skipIf(!havePoppler()).each(languages)(
  'the report has every section, in “%s”',
  async (language) => {
    const told = { en: 'Told of the device', ko: '기기 설명' }
    const facts = Object.fromEntries(regulatoryFacts.map((fact) => [fact, told]))
    const device: Regulatory = { ...regulatory, ...facts, configured: true }
    const by = { id: 1, username: 'kim', name: 'Kim Cheolsu' }
    const review = {
      id: 1,
      analysis_id: 3,
      decision: 'confirmed',
      by,
      at: '2026-11-22T00:00:00.000Z',
      note: 'Seen',
    } as const
    const right = sampleReport(sampleNumbers(woman), { review, reviews: [review] })
    const [, left] = requestOf().eyes
    if (left === undefined) throw new Error('There are two eyes.')
    const { pages, words } = await printed(
      requestOf({
        language,
        product: { name: 'Fovea', version: '1.0.0', regulatory: device },
        eyes: [{ ...left, report: right }, left],
      }),
    )
    const { report, regulatory: names, landmarks } = writingIn(language, 'Asia/Seoul').words
    const [ofRight = '', ofLeft = '', measurements = '', details = ''] = pages
    expect(pages).toHaveLength(4)
    for (const heading of [report.title, report.found, report.notMeaning])
      for (const page of [ofRight, ofLeft]) expect(page).toContain(bare(heading))
    expect(ofRight).toContain(bare(report.sure))
    for (const heading of [report.measures, landmarks.right, report.reference])
      expect(measurements).toContain(bare(heading))
    expect(ofRight).toContain('KimCheolsu')
    expect(ofRight).toContain(bare(landmarks.right))
    expect(ofLeft).toContain(bare(landmarks.left))
    expect(ofLeft).toContain(bare(report.signature))
    for (const heading of [report.details, report.evidence, report.reviews, names.regulatoryTitle])
      expect(details).toContain(bare(heading))
    for (const fact of regulatoryFacts)
      expect(details).toContain(bare(`${names[fact]}${told[language]}`))
    for (const [i, page] of pages.entries()) {
      expect(page).toContain(`${i + 1}/4`)
      expect(page).toContain(language === 'ko' ? '홍길동님' : 'HongGildong')
    }
    expectOnPaper(words)
  },
)

test.skipIf(!havePoppler()).each(languages)(
  'a name and an ID that are longer than their place go on below it, in “%s”',
  async (language) => {
    const name = 'Montgomery-Featherstonehaugh^Alexandria Wilhelmina Philippa'
    const nameKorean = '황보^가나다라마바사아자차카타파하가나다라마바사아자차카타파하'
    const id = 'P-'.padEnd(64, '0123456789')
    const patient = { ...requestOf().patient, name, nameKorean, id }
    const { pages, words } = await printed(requestOf({ language, patient }))
    const [page = ''] = pages
    const label = bare(writingIn(language, 'UTC').words.report.facts.patient)
    // Excludes the footer, which has one line.
    const facts = page.slice(0, page.lastIndexOf(label))
    expect(facts).toContain(bare((language === 'ko' ? nameKorean : name).replace('^', ' ')))
    expect(facts).toContain(id)
    expectOnPaper(words)
  },
)

test.skipIf(!havePoppler()).each(languages)(
  'every measurement is printed once for both eyes, measurable or not, in “%s”',
  async (language) => {
    const numbers = sampleNumbers(woman)
    const without = Object.keys(numbers.zones?.measures ?? {}).map(
      (key) => [key, { notMeasurable: 'no-disc' }] as const,
    )
    const nothing = numbers.zones && { ...numbers.zones, measures: Object.fromEntries(without) }
    const none = { photograph: null, overlaid: null }
    const left = sampleReport({ ...numbers, zones: nothing }, { eye: 'left' })
    const { pages, words } = await printed(
      requestOf({
        language,
        eyes: [
          { report: left, pictures: none },
          { report: sampleReport(numbers), pictures: none },
        ],
      }),
    )
    const { report, landmarks, measures } = writingIn(language, 'UTC').words
    const [, , ...others] = pages
    const printedRows = others.slice(0, -1).join('')
    for (const { title, measures: group } of measureGroups)
      for (const { [language]: text } of [title, ...group.map(({ name }) => name)])
        expect(printedRows).toContain(bare(text))
    for (const text of [measures.reasons['no-disc'], measures.notMeasurable, '1.200±0.050'])
      expect(printedRows).toContain(bare(text))
    expect(printedRows.indexOf(bare(landmarks.right))).toBeLessThan(
      printedRows.indexOf(bare(landmarks.left)),
    )
    for (const page of pages.slice(0, 2)) expect(page).toContain(bare(report.signature))
    expectOnPaper(words)
  },
)

test.skipIf(!havePoppler()).each(languages)(
  'the photographs of two eyes remain large, however long the texts, in “%s”',
  async (language) => {
    const pictures = { photograph: await picture('#803010'), overlaid: await picture('#107030') }
    const numbers = sampleNumbers(woman, { crae: 100, crve: 280 })
    const warned = { order: 'A-1', department: 'Eyes' }
    const { heights } = await printed(
      requestOf({
        language,
        eyes: [
          { report: sampleReport(numbers, warned), pictures },
          { report: sampleReport(numbers, { ...warned, eye: 'left' }), pictures },
        ],
      }),
    )
    expect(heights).toHaveLength(4)
    for (const height of heights) expect(height).toBeGreaterThan(160)
  },
)

test.skipIf(!havePoppler())(
  'each eye has its photograph, and the one with what was found',
  async () => {
    const photograph = await picture('#803010')
    const [right, left] = requestOf().eyes
    if (right === undefined || left === undefined) throw new Error('There are two eyes.')
    const { pictures, pages } = await printed(
      requestOf({
        eyes: [
          { ...right, pictures: { photograph, overlaid: await picture('#107030') } },
          { ...left, pictures: { photograph, overlaid: null } },
        ],
      }),
    )
    expect(pictures).toEqual([1, 1, 2])
    const legend = bare('Red: arterioles. Blue, striped: venules.')
    expect(pages[0]).toContain(legend)
    expect(pages[1]).not.toContain(legend)
  },
)

test.skipIf(!havePoppler())(
  'a course of many visits goes on over pages, each visit once and whole',
  async () => {
    const days = Array.from(
      { length: 28 },
      (_, i) => `${2026 - Math.floor(i / 4)}-0${(i % 4) + 1}-15`,
    )
    const reports = days.map((day, i): EyeReport => {
      const report = sampleReport(sampleNumbers(woman, { crae: 130 + i }), { day })
      return { ...report, image: { ...report.image, id: i + 1, file_name: `eye-${i}.jpg` } }
    })
    const { patient } = requestOf()
    const { pages, words } = await printed(
      requestOf({
        eyes: [],
        course: {
          dataset: { id: 1, name: 'Clinic', example: false },
          patient,
          reports,
          images: reports.length,
        },
      }),
    )
    expect(pages.length).toBeGreaterThan(3)
    for (const [i] of reports.entries()) {
      const where = pages.filter((page) => page.includes(`eye-${i}.jpg`))
      expect(where).toHaveLength(1)
      expect(where[0]).toContain(days[i])
    }
    for (const [i, page] of pages.entries()) expect(page).toContain(`${i + 1}/${pages.length}`)
    expectOnPaper(words)
  },
)

test.skipIf(!havePoppler()).each(languages)(
  'every page about a made-up patient says so, in “%s”',
  async (language) => {
    const { pages } = await printed(requestOf({ language, isExample: true }))
    const mark = bare(writingIn(language, 'UTC').words.report.example)
    expect(pages.filter((page) => !bare(page).includes(mark))).toEqual([])
  },
)
