import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

import { getAnnotatorData, type Segmentation } from '#contract/annotations'
import { templateCategories } from '#contract/category-templates'
import { createDataset } from '#contract/datasets'
import { uploadImage } from '#contract/images'
import type { Part } from '#raster/components'

import { password } from '../../tests/http-client.ts'
import { openChromium } from '../chromium.ts'
import { judge } from '../clicks/user.ts'
import { openWorkplace, type Workplace } from '../fovea.ts'
import { print } from '../measure.ts'
import { countOfEyes, type Eye, readEyes } from './eyes.ts'
import { Hand } from './hand.ts'
import { type Job, jobs } from './jobs.ts'

/** Run only if it is named: it takes minutes, and leaves pictures to look at. */
export const graderParts: Readonly<Record<string, () => Promise<void>>> = { grader: benchGrader }

const pictures = '.cache/grader'
/** Lets what follows a gesture settle before a picture of the screen. */
const restMs = 1500

interface Screen extends BrowserContextOptions {
  readonly name: string
  readonly language: 'en' | 'ko'
}

const laptop = { width: 1280, height: 800 }
/** Where the grader works; each for some of the photographs. */
const screens: readonly Screen[] = [
  { name: '1280', language: 'en', viewport: laptop },
  {
    name: '1920-ko-dark',
    language: 'ko',
    colorScheme: 'dark',
    viewport: { width: 1920, height: 1080 },
  },
  { name: 'tablet-ko', language: 'ko', viewport: { width: 820, height: 1180 } },
  {
    name: 'double-dark',
    language: 'en',
    colorScheme: 'dark',
    deviceScaleFactor: 2,
    viewport: laptop,
  },
]

interface Done {
  readonly job: Job
  readonly actions: number
  /** Dice's coefficient of each object with the annotation that fits it best. */
  readonly dice: readonly number[]
}

/**
 * A grader's hour: disc, fovea and some lesions of ten photographs, outlined with mouse and keyboard.
 * Prints the actions, and how well the annotations that are stored agree with the experts' outlines.
 */
async function benchGrader(): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await using resources = new AsyncDisposableStack()
  const workplace = resources.use(await openWorkplace())
  const browser = await openChromium()
  resources.defer(() => browser.close())
  const categories = templateCategories.map(({ words }) => words.en)
  const dataset = await workplace.kim.call(createDataset, {
    body: { name: 'A grader’s hour', categories },
  })
  const start = performance.now()
  const done: Done[] = []
  let place = 0
  for await (const eye of readEyes()) {
    const screen = screens[Math.floor((place * screens.length) / countOfEyes)]
    place += 1
    if (screen === undefined) continue
    const file = { name: `${eye.name}.jpg`, content: eye.content }
    const { image } = await workplace.kim.call(uploadImage, {
      query: { dataset_id: dataset.id },
      file,
    })
    const sitting = { browser, workplace, screen, image: image.id, eye, place }
    done.push(...(await gradeEye(sitting)))
  }
  const minutes = (performance.now() - start) / 60_000
  print(`\nA grader’s hour: ${place} photographs in ${minutes.toFixed(1)} min\n`)
  for (const job of jobs) printJob(job, done)
}

interface Sitting {
  readonly browser: Browser
  readonly workplace: Workplace
  readonly screen: Screen
  readonly image: number
  readonly eye: Eye
  /** From 1. */
  readonly place: number
}

async function gradeEye(sitting: Sitting): Promise<Done[]> {
  const { browser, workplace, screen, image, eye } = sitting
  const context = await browser.newContext({ baseURL: workplace.address, ...screen })
  await using _ = { [Symbol.asyncDispose]: () => context.close() }
  await context.request.post('/api/user/login', { data: { username: 'kim', password } })
  await context.request.put('/api/user/preferences', { data: { language: screen.language } })
  const page = await context.newPage()
  page.on('pageerror', (error) => print(`${eye.name}: ${error.message}`))
  await page.goto(`/annotate/${image}`)
  await page.getByRole('application').waitFor()
  await page.waitForLoadState('networkidle')
  const hand = new Hand(page)
  await hand.lookAtAll(eye.size)
  await hand.keys('a')
  const actions: number[] = []
  for (const [i, job] of jobs.entries()) actions.push(await doJob(page, hand, { sitting, job, i }))
  await markFovea(page, hand, sitting)
  const { categories } = await workplace.kim.call(getAnnotatorData, { params: { id: image } })
  return jobs.map((job, i) => {
    const drawn = categories.find(({ name }) => name === job.category)?.annotations ?? []
    const dice = job
      .objects(eye)
      .map((object) =>
        Math.max(0, ...drawn.map(({ segmentation }) => diceOf(object, segmentation, eye))),
      )
    if (dice.includes(0)) print(`${eye.name}: missed of ${job.name}: ${dice.indexOf(0) + 1}`)
    return { job, actions: actions[i] ?? 0, dice }
  })
}

/** Returns the number of actions. */
async function doJob(
  page: Page,
  hand: Hand,
  { sitting, job, i }: { sitting: Sitting; job: Job; i: number },
): Promise<number> {
  const objects = job.objects(sitting.eye)
  if (objects.length === 0) return 0
  const before = hand.actions
  await hand.lookAtAll(sitting.eye.size)
  await hand.keys('/')
  await page.getByRole('dialog').waitFor()
  await hand.type(job.category.slice(0, job.letters))
  await hand.keys('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await job.work(hand, sitting.eye, objects)
  const count = hand.actions - before
  await picture(page, sitting, `${i + 1}`)
  return count
}

async function markFovea(page: Page, hand: Hand, sitting: Sitting): Promise<void> {
  await hand.lookAtAll(sitting.eye.size)
  await hand.keys('f')
  await hand.click(sitting.eye.fovea)
  await hand.keys('y')
  await page.waitForTimeout(restMs)
  await page.getByText(/^(?:Saved|저장됨)$/u).waitFor()
  await picture(page, sitting, 'grid')
}

async function picture(page: Page, { place, screen }: Sitting, part: string): Promise<void> {
  await page.waitForTimeout(restMs)
  await page.screenshot({ path: path.join(pictures, `${place}-${screen.name}-${part}.png`) })
}

function diceOf(object: Part, segmentation: Segmentation, { size }: Eye): number {
  const polygons = Array.isArray(segmentation)
    ? segmentation.map((ring) => [ring])
    : segmentation.rings
  const area = polygons.map(([outer = [], ...holes]) => ({ outer, holes }))
  return judge(object, area, size).dice
}

function printJob(job: Job, done: readonly Done[]): void {
  const own = done.filter((each) => each.job === job)
  const dice = own.flatMap((each) => each.dice)
  const actions = own.reduce((sum, each) => sum + each.actions, 0)
  const mean = dice.reduce((sum, each) => sum + each, 0) / dice.length
  const missed = dice.filter((each) => each === 0).length
  print(
    `${job.name.padEnd(40)}${dice.length} objects, ${missed} missed; ${(actions / dice.length).toFixed(1)} actions each; mean Dice ${mean.toFixed(3)}`,
  )
}
