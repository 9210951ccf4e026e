import { annotationsOf, openPhotograph } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'

interface Stored {
  readonly area: number
  readonly position: number
  readonly segmentation: readonly (readonly number[])[]
}

test('annotations are merged, split by a line and brought to the front, for everybody', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const stored = async () =>
    ((await annotationsOf(person, image)) as Stored[]).toSorted((a, b) => a.position - b.position)
  const areas = async () => (await stored()).map(({ area }) => Math.round(area / 1000))
  await annotator.drawBox(300, 300)
  await annotator.drawBox(400, 300)
  await expect.poll(areas).toEqual([20, 20])

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+M')
  await expect.poll(areas).toEqual([30])

  await page.keyboard.press('x')
  await annotator.drag([400, 250], [400, 450])
  await expect.poll(areas).toEqual([20, 10])

  await page.getByRole('button', { name: 'Change the shape' }).click()
  await page.getByRole('menuitem', { name: 'Bring to front' }).click()
  await expect.poll(areas).toEqual([10, 20])
  for (const expected of [[20, 10], [30], [20, 20]]) {
    await page.keyboard.press('Control+z')
    await expect.poll(areas).toEqual(expected)
  }
})

test('a hole is filled, corners are smoothed, parts become annotations, and one is duplicated, by keys', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const areas = async () =>
    ((await annotationsOf(person, image)) as Stored[]).map(({ area }) => Math.round(area) / 100)
  await annotator.drawBox(300, 300)
  await page.keyboard.press('e')
  await annotator.click(400, 350)
  await expect.poll(async () => (await areas())[0]).toBeLessThan(195)
  await page.keyboard.press('Shift+F')
  await expect.poll(areas).toEqual([200])
  await annotator.drawBox(700, 300)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+M')
  await expect.poll(areas).toEqual([400])
  await page.keyboard.press('Shift+X')
  await expect.poll(areas).toEqual([200, 200])
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+S')
  const corners = async () =>
    ((await annotationsOf(person, image)) as Stored[]).map(
      (each) => each.segmentation.flat().length / 2,
    )
  await expect.poll(async () => Math.min(...(await corners()))).toBeGreaterThan(8)
  await page.keyboard.press('Control+d')
  await expect.poll(areas).toHaveLength(4)
})

test('a command with nothing to work on says what it needs', async ({ page, person }) => {
  const { annotator } = await openPhotograph(page, person)
  await annotator.drawBox(300, 300)
  await page.getByRole('button', { name: 'Change the shape' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  await expect(page.getByText('Select two or more annotations of one category')).toBeVisible()
})

test('a locked category is not changed, and stays locked and pale at the next visit', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  await annotator.drawBox(300, 300)
  await expect.poll(() => annotationsOf(person, image)).toHaveLength(1)
  await page.getByRole('button', { name: 'Menu of Disc', exact: true }).click()
  await page.getByRole('slider', { name: 'Opacity' }).press('Home')
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  // Keys belong to a menu until it has closed.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Delete')
  await expect(page.getByText('The annotation or category is locked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Brush' })).toHaveAttribute('aria-disabled', 'true')
  const kept = async () => (await (await person.api.get('/api/user/preferences')).json()).categories
  const look = { opacity: 0, isLocked: true }
  await expect.poll(async () => Object.values((await kept()) ?? {})).toEqual([look])

  await annotator.open(image)
  await annotator.click(400, 350)
  await expect(page.getByRole('region', { name: 'Details of the selection' })).toBeHidden()
  await page.getByRole('button', { name: 'Unlock Disc' }).click()
  await annotator.click(400, 350)
  await page.keyboard.press('Delete')
  await expect.poll(() => annotationsOf(person, image)).toEqual([])
})

test('the overview shows what is out of view, and leads there', async ({ page, person }) => {
  const { annotator } = await openPhotograph(page, person)
  const overview = page.getByLabel('Overview: press or drag to move the view')
  await expect(overview).toHaveCount(0)
  await page.mouse.move(...(await annotator.onScreen(800, 600)))
  for (let i = 0; i < 8; i++) await page.keyboard.press('+')
  const frame = overview.locator('rect')
  const placeOf = async () => Number(await frame.getAttribute('x'))
  const before = await placeOf()
  await overview.click({ position: { x: 140, y: 60 } })
  expect(await placeOf()).toBeGreaterThan(before + 300)
  await page.keyboard.press('Shift+N')
  await expect(overview).toHaveCount(0)
  await page.keyboard.press('Shift+N')
  await page.keyboard.press('c')
  await expect(overview).toHaveCount(0)
})
