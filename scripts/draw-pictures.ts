import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'

import { getDatasetData } from '#contract/datasets'
import { loadExampleClinic } from '#contract/example-clinic'
import { listTasks } from '#contract/tasks'

import { signedIn, type NetworkClient } from '../tests/http-client.ts'
import { startFovea } from '../tests/running-fovea.ts'
import { browserForTests } from './browser.ts'
import {
  languages,
  openScreen,
  pictures,
  setScene,
  signInFor,
  type Language,
  type Scene,
} from './pictures.ts'

/** Draws the pictures of the README and the handbook, in each language from a new installation. */
const folder = path.resolve(import.meta.dirname, '../docs/pictures')
const width = 1280
const usualHeight = 800

const people = {
  en: { owner: 'kim', readers: ['lee.h', 'park.j'] },
  ko: { owner: 'minji', readers: ['haneul', 'jiho'] },
} as const

/** Loads the example clinic for a new account, waits for its analysis, and lets people read it. */
async function openClinic(address: string, language: Language): Promise<Scene> {
  const administrator = 'administrator'
  await signedIn(address, administrator)
  const { owner, readers } = people[language]
  const client = await signedIn(address, owner)
  const { dataset_id: dataset, task } = await client.call(loadExampleClinic, { body: { language } })
  await client.finished(task.id)
  await analysed(client, dataset)
  const { images: all } = await client.call(getDatasetData, { params: { id: dataset } })
  const named = (part: string): number => {
    const found = all.find(({ file_name: name }) => name.includes(part))
    if (found === undefined) throw new Error(`The example clinic has no image ${part}.`)
    return found.id
  }
  const images = {
    normal: named('example-a-2024-03-12-left'),
    lesions: named('example-c-2024-06-04-right'),
    followed: named('example-b-2024-09-10-left'),
  }
  const toRead = all.filter(({ file_name: name }) => /example-[cd]/u.test(name)).map(({ id }) => id)
  return setScene({ address, language, dataset, images, administrator, owner, readers, toRead })
}

async function analysed(client: NetworkClient, dataset: number): Promise<void> {
  const tasks = await client.call(listTasks)
  const analyses = tasks.filter((task) => task.dataset_id === dataset && !task.completed)
  await Promise.all(analyses.map(({ id }) => client.finished(id)))
}

/** Writes the pictures of an installation, as `NAME-LANGUAGE.webp`. */
async function draw(drawing: Browser, scene: Scene): Promise<void> {
  for (const [name, picture] of Object.entries(pictures)) {
    const context = await drawing.newContext({
      viewport: { width, height: picture.height ?? usualHeight },
      baseURL: scene.address,
      colorScheme: 'light',
      locale: scene.language,
      timezoneId: 'Asia/Seoul',
    })
    // A running clock, such as that of the session, would make each picture different.
    await context.clock.setFixedTime(new Date())
    // Of an installation that may still be busy.
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    await signInFor(page, scene, picture.seenBy)
    await openScreen(page, scene, picture)
    await sharp(await settled(page))
      .webp({ quality: 82, effort: 6 })
      .toFile(`${folder}/${name}-${scene.language}.webp`)
    await context.close()
  }
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

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: browserForTests(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const language of languages) {
    const fovea = await startFovea({ ALLOW_REGISTRATION: 'true', DICOM_PORT: '11112' })
    try {
      await draw(browser, await openClinic(fovea.address, language))
    } finally {
      await fovea.stop()
    }
  }
} finally {
  await browser.close()
}
