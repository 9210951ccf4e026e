import { setTimeout } from 'node:timers/promises'

import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'

import { getDatasetData } from '#contract/datasets'
import { loadExampleClinic } from '#contract/example-clinic'
import { arteriesVeins } from '#contract/results/arteries-veins'
import { report as overview } from '#contract/results/report'
import { zones } from '#contract/results/zones'
import { listTasks } from '#contract/tasks'

import { password, signedIn, type NetworkClient } from '../tests/http-client.ts'

type Language = 'en' | 'ko'

/** A reader with an analysed example clinic in the reader's language. */
export interface Clinic {
  readonly address: string
  readonly language: Language
  readonly reader: string
  readonly dataset: number
  /** The images' ids by file name. */
  readonly images: ReadonlyMap<string, number>
}

const readers = { en: 'kim', ko: 'minji' } as const satisfies Record<Language, string>
export const languages = Object.keys(readers) as Language[]

/** Loads the example clinic for a new account, and waits for its analysis. */
export async function openClinic(address: string, language: Language): Promise<Clinic> {
  const reader = readers[language]
  const client = await signedIn(address, reader)
  const { dataset_id: dataset, task } = await client.call(loadExampleClinic, { body: { language } })
  await client.finished(task.id)
  await analysed(client, dataset)
  const { images } = await client.call(getDatasetData, { params: { id: dataset } })
  const byName = new Map(images.map(({ file_name, id }) => [file_name, id]))
  return { address, language, reader, dataset, images: byName }
}

async function analysed(client: NetworkClient, dataset: number): Promise<void> {
  const tasks = await client.call(listTasks)
  const analyses = tasks.filter((task) => task.dataset_id === dataset && !task.completed)
  await Promise.all(analyses.map(({ id }) => client.finished(id)))
}

type Draw = (page: Page, clinic: Clinic) => Promise<unknown>

/** The pictures by name, each with the steps that lead to it. */
const pictures: Readonly<Record<string, Draw>> = {
  annotator: (page, clinic) => showResult(page, clinic, overview.title),
  measurements: (page, clinic) => showResult(page, clinic, zones.title),
  async lesions(page, { images }) {
    await page.goto(`/annotate/${images.get('example-c-2024-06-04-right.jpg')}`)
  },
  async table(page, { dataset }) {
    await page.goto(`/tabulardataset/${dataset}`)
  },
  async report(page, { images, language }) {
    await page.goto(`/report/${images.get('example-b-2024-09-10-left.jpg')}`)
    await page.getByText(arteriesVeins.title[language], { exact: true }).click()
  },
}

async function showResult(
  page: Page,
  { images, language }: Clinic,
  title: Readonly<Record<Language, string>>,
): Promise<void> {
  await page.goto(`/annotate/${images.get('example-a-2024-03-12-left.jpg')}`)
  await page.getByRole('button', { name: title[language], exact: true }).click()
}

const viewport = { width: 1440, height: 900 }

/** Writes the pictures of a clinic into the folder, as `NAME-LANGUAGE.webp`. */
export async function drawPictures(
  browser: Browser,
  clinic: Clinic,
  folder: string,
): Promise<void> {
  const context = await signedInContext(browser, clinic)
  for (const [name, draw] of Object.entries(pictures)) {
    const page = await context.newPage()
    await draw(page, clinic)
    const file = `${folder}/${name}-${clinic.language}.webp`
    await sharp(await settled(page))
      .webp({ quality: 82, effort: 6 })
      .toFile(file)
    await page.close()
  }
  await context.close()
}

async function signedInContext(
  browser: Browser,
  { address, language, reader }: Clinic,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    baseURL: address,
    colorScheme: 'light',
    locale: language,
    timezoneId: 'Asia/Seoul',
  })
  // A running clock, such as that of the session, would make each picture different.
  await context.clock.setFixedTime(new Date())
  await context.addInitScript({ content: `localStorage.setItem('language', '${language}')` })
  await context.request.post('/api/user/login', { data: { username: reader, password } })
  return context
}

const imagesLoaded = `[...document.images]
  .filter((image) => image.getBoundingClientRect().top < innerHeight)
  .every((image) => image.complete && image.naturalWidth > 0)`

/** The screenshot when all its photographs are there and nothing changes any more. */
async function settled(page: Page): Promise<Buffer> {
  let before = await page.screenshot()
  for (;;) {
    await setTimeout(1000)
    const isComplete = await page.evaluate<boolean>(imagesLoaded)
    const after = await page.screenshot()
    if (isComplete && after.equals(before)) return after
    before = after
  }
}
