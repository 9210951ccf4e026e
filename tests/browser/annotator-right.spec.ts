import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { Annotator, annotationsOf, givenImages } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'

/** Milliseconds for saving on a slow machine. */
const patience = { timeout: 60_000 }
test.describe.configure({ timeout: 240_000 })

async function openFirst(page: Page, person: Person, count: number) {
  const { images } = await givenImages(person, count)
  const annotator = await new Annotator(page).open(images[0])
  const [first = 0, second = 0, third = 0] = images
  return { annotator, first, second, third }
}

const at = (page: Page, image: number) =>
  expect(page).toHaveURL(new RegExp(`/annotate/${image}\\b`), patience)

test('ten lesions are a key and ten strokes, in the order in which they were drawn', async ({
  page,
  person,
}) => {
  const { annotator, first, second } = await openFirst(page, person, 2)
  for (const key of ['2', 'a', 'b']) await page.keyboard.press(key)
  const places = Array.from({ length: 10 }, (_, i) => 100 + 140 * i)
  for (const x of places) await annotator.drag([x, 300], [x + 30, 300])
  await expect(annotator.state('Saved')).toBeVisible(patience)
  await expect.poll(async () => (await annotationsOf(person, first)).length).toBe(10)
  await annotator.open(first)
  const drawn = await annotationsOf(person, first)
  expect(drawn.map(({ bbox }: { bbox: number[] }) => Math.round((bbox[0] ?? 0) + 15))).toEqual(
    places,
  )
  await expect(page.getByRole('button', { name: /^Drusen: Annotation 10 / })).toBeVisible()

  await page.keyboard.press('n')
  await at(page, second)
  const chosen = page.getByRole('button', { name: 'Category Drusen', exact: true })
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('/')
  await page.keyboard.type('dis')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(chosen).toHaveAttribute('aria-pressed', 'false')
})

test('a half-drawn polygon and undo go on after visiting another image; no key and no stroke is lost', async ({
  page,
  person,
}) => {
  const { annotator, first, third } = await openFirst(page, person, 3)
  for (const key of ['Space', 'b']) await page.keyboard.press(key)
  await annotator.press([200, 200], [600, 200])
  await page.keyboard.press('v')
  await page.mouse.up()
  await expect
    .poll(async () => (await annotationsOf(person, first))[0]?.area ?? 0, patience)
    .toBeGreaterThan(9000)
  for (const [x, y] of [
    [300, 500],
    [700, 500],
    [700, 900],
  ] as const)
    await annotator.click(x, y)
  // Both keys come at once, before the second image is there.
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await at(page, third)
  await page.keyboard.press('p')
  await page.keyboard.press('p')
  await expect(page).toHaveTitle(/photograph-1/, patience)
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await annotationsOf(person, first))[0]?.area ?? 0, patience)
    .toBeGreaterThan(80_000)
  for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z')
  await expect.poll(() => annotationsOf(person, first), patience).toEqual([])
})

test('without the server, known images open, others do not, and all work is sent once it is back', async ({
  page,
  person,
  context,
}) => {
  const { annotator, first, second } = await openFirst(page, person, 3)
  // The photographs are of one colour, mostly red. The canvas of the one before may just be going.
  const redOf = async () => {
    const picture = await annotator.canvas.screenshot().catch(() => null)
    if (picture === null) return 0
    const { channels } = await sharp(picture).stats()
    return channels[0]?.mean ?? 0
  }
  await page.keyboard.press('n')
  await expect(page).toHaveTitle(/photograph-2/, patience)
  await expect.poll(redOf, patience).toBeGreaterThan(100)
  await page.keyboard.press('p')
  await expect(page).toHaveTitle(/photograph-1/, patience)
  await context.setOffline(true)
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Offline')).toBeVisible(patience)
  await page.keyboard.press('n')
  await at(page, second)
  await expect(page.getByRole('link', { name: 'photograph-1.png' })).toBeVisible(patience)
  await annotator.drawBox(500, 500)
  await expect(annotator.state('Offline')).toBeVisible(patience)
  await page.keyboard.press('n')
  await expect(page.getByText('The image cannot be opened now')).toBeVisible(patience)
  await at(page, second)
  await expect.poll(redOf, patience).toBeGreaterThan(100)
  await context.setOffline(false)
  for (const image of [first, second]) {
    await expect.poll(async () => (await annotationsOf(person, image)).length, patience).toBe(1)
  }
  await expect(page.getByRole('link', { name: 'photograph-1.png' })).toHaveCount(0, patience)
  await expect(annotator.state('Saved')).toBeVisible(patience)
})

test('a box beside the photograph is told', async ({ page, person }) => {
  const { annotator } = await openFirst(page, person, 1)
  for (const key of ['Space', 'r']) await page.keyboard.press(key)
  await annotator.click(-20, 300)
  await annotator.click(-4, 320)
  await expect(page.getByText('Nothing was drawn')).toBeVisible()
})
