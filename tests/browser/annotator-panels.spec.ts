import type { Locator, Page } from '@playwright/test'

import { toolList } from '#annotation/tools'

import { Annotator, annotationsOf, givenImages } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'

// Each reopens the annotator, with work on it.
test.describe.configure({ timeout: 90_000 })

type Wire = { id: number; name: string }

async function categoriesOf({ api }: Person, image: number | undefined): Promise<Wire[]> {
  return (await (await api.get(`/api/annotator/data/${image}`)).json()).categories
}

/** Squares in a row, the given number in each of the two categories. */
async function givenSquares(person: Person, image: number | undefined, count: number) {
  for (const category of await categoriesOf(person, image)) {
    for (let i = 0; i < count; i++) {
      const [x, y] = [40 + 60 * (i % 20), category.name === 'Disc' ? 100 : 400]
      const segmentation = [[x, y, x + 40, y, x + 40, y + 40, x, y + 40]]
      const data = { image_id: image, category_id: category.id, segmentation }
      expect((await person.api.post('/api/annotation/', { data })).ok()).toBe(true)
    }
  }
}

async function openWith(page: Page, person: Person, count: number) {
  const { images } = await givenImages(person)
  const [image = 0] = images
  await givenSquares(person, image, count)
  const annotator = await new Annotator(page).open(image)
  return { annotator, image }
}

async function chooseFrom(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const rowsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Annotations' }).getByRole('button', { name: /: Annotation / })

test('the list finds annotations by category, number and creator', async ({ page, person }) => {
  await openWith(page, person, 3)
  const search = page.getByRole('searchbox', { name: 'Find category, number or creator' })
  await expect(rowsOf(page)).toHaveCount(6)
  await search.fill('disc 2')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByText('1 of 6')).toBeVisible()
  await search.fill(person.username)
  await expect(rowsOf(page)).toHaveCount(6)
  await search.fill('nobody')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await search.press('Escape')
  await expect(rowsOf(page)).toHaveCount(6)
})

test('the list is expanded, collapsed, shown and hidden as a whole', async ({ page, person }) => {
  await openWith(page, person, 2)
  const menu = 'Contents of the list'
  await chooseFrom(page, menu, 'Collapse all categories')
  await expect(rowsOf(page)).toHaveCount(0)
  await chooseFrom(page, menu, 'Expand all categories')
  await expect(rowsOf(page)).toHaveCount(4)
  await chooseFrom(page, menu, 'Hide all')
  await expect(page.getByRole('button', { name: 'Show Disc 1' })).toBeVisible()
  await chooseFrom(page, menu, 'Show all')
  await page.getByRole('button', { name: /^Disc: Annotation 1/ }).click()
  await chooseFrom(page, menu, 'Show only the selection')
  const list = page.getByRole('region', { name: 'Annotations' })
  await expect(list.getByRole('button', { name: /^Show / })).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Hide Disc 1' })).toBeVisible()
})

test('category, colour and metadata are edited together as one step', async ({ page, person }) => {
  const { image } = await openWith(page, person, 1)
  await chooseFrom(page, 'Menu of Disc 1', 'Category, colour, metadata…')
  const dialog = page.getByRole('dialog', { name: 'Edit Disc 1' })
  await expect(dialog.getByText(`Created by ${person.username}`)).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Drusen' }).click()
  await dialog.getByRole('switch', { name: 'Use the default colour' }).click()
  await dialog.getByRole('textbox', { name: 'Colour' }).fill('#12ab34')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add an entry' }).click()
  await dialog.getByRole('textbox', { name: 'Key 1' }).fill('grade')
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('TRUE')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Drusen: Annotation 2/ })).toBeVisible()
  await expect
    .poll(() => annotationsOf(person, image))
    .toContainEqual(expect.objectContaining({ color: '#12ab34', metadata: { grade: true } }))
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: /^Disc: Annotation 1/ })).toBeVisible()
  const plain = expect.objectContaining({ color: null, metadata: {} })
  await expect.poll(() => annotationsOf(person, image)).toEqual([plain, plain])
})

test('a category gets another colour, and annotations can each have their own', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openWith(page, person, 2)
  await chooseFrom(page, 'Menu of Disc', 'Colour of the category…')
  const dialog = page.getByRole('dialog', { name: 'Colour of Disc' })
  await dialog.getByRole('textbox', { name: 'Colour' }).fill('#00ff00')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(() => categoriesOf(person, image))
    .toContainEqual(expect.objectContaining({ name: 'Disc', color: '#00ff00' }))
  const canvas = async () => (await annotator.canvas.screenshot()).toString('base64')
  const byCategory = await canvas()
  await page.getByRole('button', { name: 'Contents of the list' }).click()
  const byAnnotation = page.getByRole('menuitemradio', { name: 'By annotation' })
  await byAnnotation.click()
  await expect.poll(canvas).not.toBe(byCategory)
  await expect(byAnnotation).toBeChecked()
})

test('keypoints are listed with their labels, made hidden and deleted', async ({
  page,
  person,
}) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const disc = (await categoriesOf(person, image)).find(({ name }) => name === 'Disc')
  const changed = await person.api.put(`/api/category/${disc?.id}`, {
    data: { keypoint_labels: ['temporal', 'nasal'], keypoint_edges: [[1, 2]] },
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  const annotator = await new Annotator(page).open(image)
  const keypoints = async () => (await annotationsOf(person, image))[0]?.keypoints ?? []
  await page.keyboard.press('Space')
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'nasal not placed' }).click()
  await annotator.click(900, 600)
  await expect(page.getByRole('button', { name: 'nasal visible' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'temporal not placed' })).toBeVisible()
  await page.getByRole('button', { name: 'Visible or hidden: nasal' }).click()
  await expect(page.getByRole('button', { name: 'nasal hidden' })).toBeVisible()
  await expect.poll(async () => (await keypoints())[5]).toBe(1)
  await page.getByRole('button', { name: 'Delete nasal' }).click()
  await expect.poll(async () => (await keypoints()).slice(3)).toEqual([0, 0, 0])
})

test('of very many annotations only those in view are on the page, and the count is true', async ({
  page,
  person,
}) => {
  // Without transitions, as all tests are, the list must still be as long as it is to be before it is scrolled.
  await openWith(page, person, 60)
  await expect(page.getByText('120', { exact: true })).toBeVisible()
  expect(await rowsOf(page).count()).toBeLessThan(60)
  await page.getByRole('searchbox').fill('drusen 60')
  await rowsOf(page).click()
  await page.getByRole('searchbox').fill('')
  await expect(page.getByRole('button', { name: /^Drusen: Annotation 60/ })).toBeInViewport()
})

test('all buttons of the left panel are seen on a small screen', async ({ page, person }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openWith(page, person, 1)
  const buttons = page.getByRole('toolbar', { name: 'Tools' }).getByRole('button')
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
  await expect(buttons.first()).toHaveAccessibleName('Run analysis')
  await expect(buttons.last()).toHaveAccessibleName('Settings')
})

test('on an upright tablet the list is beside the analysis, and comments leave it open', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await openWith(page, person, 2)
  const last = page.getByRole('button', { name: /^Drusen: Annotation 2/ })
  await expect(page.getByRole('region', { name: 'Photograph and results' })).toBeInViewport({
    ratio: 1,
  })
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Comments', exact: true }).click()
  await expect(page.getByText('No comments yet.')).toBeInViewport()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('every tool is in the panel, in the help and among the shortcuts', async ({
  page,
  person,
}) => {
  await openWith(page, person, 1)
  const names = toolList.map(({ about }) => about.words.en.name)
  const panel = page.getByRole('toolbar', { name: 'Tools' })
  for (const name of names) {
    await expect(panel.getByRole('button', { name, exact: true })).toHaveCount(1)
  }
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help: Annotator' })
  for (const name of names) {
    await expect(help.getByRole('term').filter({ hasText: name }).first()).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Keyboard' }).click()
  for (const name of names) {
    await expect(settings.getByRole('listitem', { name, exact: true })).toBeVisible()
  }
})

test('scrolling a long list reuses its rows, and creates no button again', async ({
  page,
  person,
}) => {
  await openWith(page, person, 60)
  const first = rowsOf(page).first()
  await first.click()
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  // As text: it runs in the browser, whose types this file does not have.
  await page.evaluate(`
    globalThis.made = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const { nodeName } of addedNodes) {
          if (['LI', 'BUTTON'].includes(nodeName)) made.push(nodeName)
        }
      }
    }).observe(document.body, { childList: true, subtree: true })
    globalThis.scrolled = []
    document.addEventListener('scroll', ({ target }) => {
      const { left, top, height } = target.getBoundingClientRect()
      scrolled.push(document.elementFromPoint(left + 60, top + height / 2).closest('li') !== null)
    }, true)`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  const last = page.getByRole('button', { name: /: Annotation 60 / }).last()
  await expect(last).toHaveAttribute('aria-pressed', 'true')
  await expect(last).toBeInViewport()
  expect(await page.evaluate('made')).toEqual([])
  // The rows are rendered at the new scroll position already.
  expect(await page.evaluate('scrolled')).toEqual([true])
})
