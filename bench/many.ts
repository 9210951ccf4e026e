import type { Browser, Page } from '@playwright/test'

import { createDataset } from '#contract/datasets'

import { openChromium } from './chromium.ts'
import { uploadPhotograph, type Workplace } from './fovea.ts'
import { costsOf } from './main-thread.ts'
import { inShort, print, spreadOf, sumOf } from './measure.ts'
import { moveAbout, openAnnotator } from './people.ts'
import { seedAnnotations } from './seed.ts'
import { scatteredShapes } from './workload.ts'

const side = 4096
const annotations = 2000
const vertices = 300
const categories = 200

/** Measures the longest tasks of an image with very many annotations. */
export async function benchMany(workplace: Workplace): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const browser = await openChromium()
  resources.defer(() => browser.close())
  const image = await seedMany(workplace)
  const page = await openAnnotator(browser, workplace.address, image)
  page.setDefaultTimeout(120_000)
  print(
    `\nScreen: ${annotations} annotations of ${vertices} vertices in ${categories} categories; milliseconds of the processor`,
  )
  for (const [name, action] of Object.entries(actions)) {
    await printTasks(browser, page, { name, action })
  }
}

const actions: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  async open(page) {
    await page.reload()
    await page.getByRole('application').waitFor()
    await page.getByLabel('Loading image…').waitFor({ state: 'hidden' })
    await page.waitForTimeout(1000)
  },
  'select all': (page) => page.keyboard.press('Control+a'),
  'point with all selected': moveAbout,
  'select none': (page) => page.keyboard.press('Escape'),
  'hide all': (page) => page.getByRole('button', { name: 'Hide all' }).click(),
  'show all': (page) => page.getByRole('button', { name: 'Show all' }).click(),
}

interface Named {
  readonly name: string
  readonly action: (page: Page) => Promise<unknown>
}

async function printTasks(browser: Browser, page: Page, { name, action }: Named): Promise<void> {
  const costs = await costsOf(browser, page, async () => {
    await action(page)
  })
  const longest = costs.tasks.toSorted((a, b) => b - a).slice(0, 3)
  const { max } = spreadOf(costs.work)
  print(
    `${name.padEnd(26)} longest tasks ${longest.map(inShort).join(', ')}; longest frame ${inShort(max)}; filling ${inShort(sumOf(costs.raster))}`,
  )
}

async function seedMany({ kim, database, ...workplace }: Workplace): Promise<number> {
  const names = Array.from({ length: categories }, (_, i) => `category ${i + 1}`)
  const dataset = await kim.call(createDataset, { body: { name: 'Many', categories: names } })
  const place = { ...workplace, kim, database, dataset: dataset.id }
  const { id } = await uploadPhotograph(place, side, 'many')
  const shapes = scatteredShapes(side, annotations, vertices)
  const each = annotations / categories
  for (const [i, category] of dataset.categories.entries()) {
    const own = shapes.slice(i * each, (i + 1) * each)
    await seedAnnotations(database, { imageId: id, categoryId: category }, own)
  }
  return id
}
