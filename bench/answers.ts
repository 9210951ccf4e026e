import { readFile } from 'node:fs/promises'

import type { Browser, Page } from '@playwright/test'

import { requestAnalysis } from '#contract/analysis'
import { uploadImage } from '#contract/images'

import { password } from '../tests/http-client.ts'
import { openChromium } from './chromium.ts'
import { openWorkplace, uploadPhotograph, type Workplace } from './fovea.ts'
import { costOfAnswer } from './main-thread.ts'
import { printRows, type Row, type Timing, timingOf } from './measure.ts'

const rounds = 3
/** Of the photographs in the dataset. */
const sides = [512, 513, 514, 515, 516, 517, 518, 519]

/** Addresses of the screens on which inputs are given. */
interface Screens {
  readonly datasets: string
  readonly table: string
  readonly dataset: string
  readonly audit: string
  readonly image: string
  /** An image with results. */
  readonly analysed: string
}

/** One input of a user, and where it is given. */
interface Input {
  readonly screen: keyof Screens
  readonly give: (page: Page) => Promise<void>
}

const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const choose = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
const flip = (name: string) => (page: Page) => page.getByRole('switch', { name }).click()

const selectAll = (page: Page) => page.getByRole('checkbox', { name: /^Select all/ }).click()

const inputs: Readonly<Record<string, Input>> = {
  'create a dataset': { screen: 'datasets', give: press(/^Create Dataset/) },
  help: { screen: 'datasets', give: (page) => page.keyboard.press('?') },
  search: { screen: 'datasets', give: (page) => page.keyboard.press('Control+k') },
  'menu of the user': { screen: 'datasets', give: press(/^User menu/) },
  upload: { screen: 'dataset', give: press(/^Upload/) },
  export: { screen: 'table', give: press(/^Export/) },
  'columns of the table': { screen: 'table', give: press(/^Settings$/) },
  'menu of a row': { screen: 'table', give: press(/^Menu of/) },
  'order of the table': { screen: 'table', give: press(/^ID$/) },
  'select all rows': { screen: 'table', give: selectAll },
  'group by visit': { screen: 'table', give: flip('Group by visit') },
  'DICOM metadata of all rows': { screen: 'table', give: flip('DICOM metadata') },
  'menu of a card': { screen: 'dataset', give: press(/^Menu of/) },
  'tab with settings': { screen: 'dataset', give: choose('Settings') },
  'tab with statistics': { screen: 'dataset', give: choose('Statistics') },
  'filter of actions': {
    screen: 'audit',
    give: (page) => page.getByRole('combobox', { name: 'Action' }).click(),
  },
  'a result over the image': { screen: 'analysed', give: press(/^Arterioles/) },
  'next image': { screen: 'image', give: press(/^Next/) },
  'settings of the annotator': { screen: 'image', give: press(/^Settings$/) },
}

/** The processor's time from an input to the frame that answers it, in a dataset with a few photographs. */
export function benchAnswers(workplace: Workplace): Promise<void> {
  return benchInputs(workplace, Object.keys(inputs))
}

/** Single inputs, by name. */
export const answerParts: Readonly<Record<string, () => Promise<void>>> = Object.fromEntries(
  Object.keys(inputs).map((work) => [
    work,
    async () => {
      await using workplace = await openWorkplace()
      await benchInputs(workplace, [work])
    },
  ]),
)

async function benchInputs(workplace: Workplace, chosen: readonly string[]): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const screens = await screensIn(workplace, chosen)
  const browser = await openChromium()
  resources.defer(() => browser.close())
  const context = await browser.newContext({ baseURL: workplace.address })
  await context.request.post('/api/user/login', { data: { username: 'kim', password } })
  const page = await context.newPage()
  const plain = await context.newPage()
  const rows: Row[] = []
  for (const [work, { screen, give }] of Object.entries(inputs)) {
    if (!chosen.includes(work)) continue
    const ours: number[] = []
    const baseline: number[] = []
    for (let round = -1; round < rounds; round += 1) {
      baseline.push(await costOfPlainDialog(browser, plain))
      ours.push(await costAt(browser, page, screens[screen], give))
    }
    // The first round loads files.
    rows.push({ work, against: 'plain', ours: later(ours), baseline: later(baseline) })
  }
  printRows('From an input to the frame that answers it, milliseconds of the processor', rows)
}

async function screensIn(workplace: Workplace, chosen: readonly string[]): Promise<Screens> {
  const { dataset } = workplace
  const images = await Promise.all(sides.map((side) => uploadPhotograph(workplace, side)))
  const image = images[0]?.id ?? 0
  const isAnalysed = chosen.some((work) => inputs[work]?.screen === 'analysed')
  const analysed = isAnalysed ? await analysedPhotograph(workplace) : image
  return {
    datasets: '/datasets',
    table: `/tabulardataset/${dataset}`,
    dataset: `/dataset/${dataset}`,
    audit: '/admin/audit',
    image: `/annotate/${image}`,
    analysed: `/annotate/${analysed}`,
  }
}

/** A real photograph with its results. */
async function analysedPhotograph({ kim, dataset }: Workplace): Promise<number> {
  const content = await readFile('example-clinic/02_h.jpg')
  const query = { dataset_id: dataset }
  const { image } = await kim.call(uploadImage, { query, file: { name: 'eye.jpg', content } })
  const { task } = await kim.call(requestAnalysis, { query: { original_id: image.id } })
  await kim.finished(task.id)
  return image.id
}

async function costAt(
  browser: Browser,
  page: Page,
  path: string,
  give: (page: Page) => Promise<void>,
): Promise<number> {
  await page.bringToFront()
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return costOfAnswer(browser, page, () => give(page))
}

/** The browser's own dialog in an empty page. */
async function costOfPlainDialog(browser: Browser, page: Page): Promise<number> {
  await page.bringToFront()
  await page.goto('about:blank')
  await page.setContent(
    '<button onclick="document.querySelector(\'dialog\').showModal()">Open</button><dialog><form><input></form></dialog>',
  )
  return costOfAnswer(browser, page, () => page.getByRole('button', { name: 'Open' }).click())
}

function later([, ...milliseconds]: readonly number[]): Timing {
  return timingOf(milliseconds)
}
