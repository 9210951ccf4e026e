import { readFile } from 'node:fs/promises'

import type { Browser, Page } from '@playwright/test'

import { requestAnalysis } from '#contract/analysis'
import { uploadImage } from '#contract/images'

import { password } from '../tests/http-client.ts'
import { openChromium } from './chromium.ts'
import { uploadPhotograph, type Workplace } from './fovea.ts'
import { costOfAnswer } from './main-thread.ts'
import { printRows, type Row, type Timing, timingOf } from './measure.ts'

const rounds = 3
/** Of the photographs in the dataset. */
const sides = [512, 513, 514, 515, 516, 517, 518, 519]

/** One input of a user, and where it is given. */
interface Input {
  readonly work: string
  readonly path: string
  readonly give: (page: Page) => Promise<void>
}

const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const choose = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
const flip = (name: string) => (page: Page) => page.getByRole('switch', { name }).click()

/** The processor's time from an input to the frame that answers it, in a dataset with a few photographs. */
export async function benchAnswers(workplace: Workplace): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const images = await Promise.all(sides.map((side) => uploadPhotograph(workplace, side)))
  const analysed = await analysedPhotograph(workplace)
  const browser = await openChromium()
  resources.defer(() => browser.close())
  const context = await browser.newContext({ baseURL: workplace.address })
  await context.request.post('/api/user/login', { data: { username: 'kim', password } })
  const page = await context.newPage()
  const plain = await context.newPage()
  const rows: Row[] = []
  for (const { work, path, give } of inputs(workplace.dataset, images[0]?.id ?? 0, analysed)) {
    const ours: number[] = []
    const baseline: number[] = []
    for (let round = -1; round < rounds; round += 1) {
      baseline.push(await costOfPlainDialog(browser, plain))
      ours.push(await costAt(browser, page, path, give))
    }
    // The first round loads files.
    rows.push({ work, against: 'plain', ours: later(ours), baseline: later(baseline) })
  }
  printRows('From an input to the frame that answers it, milliseconds of the processor', rows)
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

function inputs(dataset: number, image: number, analysed: number): readonly Input[] {
  const [table, settings] = [`/tabulardataset/${dataset}`, `/dataset/${dataset}`]
  return [
    { work: 'create a dataset', path: '/datasets', give: press(/^Create Dataset/) },
    { work: 'help', path: '/datasets', give: (page) => page.keyboard.press('?') },
    { work: 'search', path: '/datasets', give: (page) => page.keyboard.press('Control+k') },
    { work: 'menu of the user', path: '/datasets', give: press(/^User menu/) },
    { work: 'upload', path: settings, give: press(/^Upload/) },
    { work: 'export', path: table, give: press(/^Export/) },
    { work: 'columns of the table', path: table, give: press(/^Settings$/) },
    { work: 'menu of a row', path: table, give: press(/^Menu of/) },
    { work: 'order of the table', path: table, give: press(/^ID$/) },
    { work: 'select all rows', path: table, give: selectAll },
    { work: 'group by visit', path: table, give: flip('Group by visit') },
    { work: 'DICOM metadata of all rows', path: table, give: flip('DICOM metadata') },
    { work: 'menu of a card', path: settings, give: press(/^Menu of/) },
    { work: 'tab with settings', path: settings, give: choose('Settings') },
    { work: 'tab with statistics', path: settings, give: choose('Statistics') },
    {
      work: 'filter of actions',
      path: '/admin/audit',
      give: (page) => page.getByRole('combobox', { name: 'Action' }).click(),
    },
    { work: 'a result over the image', path: `/annotate/${analysed}`, give: press(/^Arterioles/) },
    { work: 'next image', path: `/annotate/${image}`, give: press(/^Next/) },
    { work: 'settings of the annotator', path: `/annotate/${image}`, give: press(/^Settings$/) },
  ]
}

const selectAll = (page: Page) => page.getByRole('checkbox', { name: /^Select all/ }).click()

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
