import { readFile } from 'node:fs/promises'

import { Annotator, annotationsOf, givenPhotograph } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'
import { givenDataset } from './given.ts'
import sharp from 'sharp'

/** A photograph in a dataset without categories, open in the annotator. */
async function openBare(annotator: Annotator, person: Person) {
  const dataset = await givenDataset(person, `Structures ${person.username}`)
  const background = { r: 160, g: 60, b: 30 }
  const picture = sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
  const image = await givenPhotograph(person, dataset.id, { name: 'eye', picture })
  await annotator.open(image)
  return image
}

test('disc, cup and fovea: an ellipse each and a click give the ratios and the grid', async ({
  page,
  person,
}) => {
  const annotator = new Annotator(page)
  const image = await openBare(annotator, person)
  await page.getByRole('checkbox', { name: /^Structures/u }).check()
  await page.getByRole('checkbox', { name: /^Diabetic retinopathy/u }).check()
  await page.getByRole('button', { name: /^Add \d+ categories/u }).click()

  const disc = page.getByRole('button', { name: 'Category Optic disc' })
  await expect(disc).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('button', { name: /^New annotation: Haemorrhages/u })).toBeVisible()
  await disc.click()
  await page.keyboard.press('d')
  await annotator.drag([400, 400], [600, 640])
  await page.getByRole('button', { name: 'Category Optic cup' }).click()
  await page.keyboard.down('Alt')
  await annotator.drag([500, 520], [550, 580])
  await page.keyboard.up('Alt')
  const panel = page.getByRole('region', { name: 'Cup and disc' })
  await expect(panel.getByText('Cup-to-disc ratio, vertical').locator('..')).toContainText('0.50')
  await expect(panel.getByTitle('left in the image')).toBeVisible()

  await page.keyboard.press('f')
  await annotator.click(1000, 560)
  await expect(panel.getByTitle('temporal', { exact: true })).toBeVisible()
  await expect(annotator.state('Saved')).toBeVisible()
  const saved = await annotationsOf(person, image)
  const lengths = saved.map(({ keypoints }: { keypoints: number[] }) => keypoints.length)
  expect(lengths.toSorted()).toEqual([0, 0, 3])

  // The upper end of the cup, after coming back.
  await annotator.open(image)
  await page.getByRole('button', { name: /^Optic cup: Annotation 1/u }).click()
  await page.keyboard.press('s')
  await annotator.drag([500, 460], [500, 424])
  await expect(panel.getByText('Cup-to-disc ratio, vertical').locator('..')).toContainText('0.65')

  await page.getByRole('button', { name: 'Category Microaneurysms' }).click()
  await page.keyboard.press('d')
  await annotator.drag([1010, 540], [1022, 552])
  await page.keyboard.press('y')
  const grid = page.getByRole('complementary', { name: 'ETDRS grid' })
  await expect(grid.getByRole('row', { name: 'Centre 1' })).toBeVisible()
  await page.keyboard.press('s')
  await annotator.drag([1000, 560], [1000, 720])
  await expect(grid.getByRole('row', { name: 'Inner superior 1' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(grid.getByRole('row', { name: 'Centre 1' })).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(grid.getByText('Fovea: corrected by hand')).toBeVisible()
  await page.keyboard.press('y')
  await expect(grid).toHaveCount(0)
  await expect(annotator.state('Saved')).toBeVisible()

  // The corrected grid, after a reload.
  await annotator.open(image)
  await page.keyboard.press('y')
  await expect(grid.getByRole('row', { name: 'Inner superior 1' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await grid.getByRole('button', { name: 'Export CSV' }).click()
  const table = await readFile(await (await downloading).path(), 'utf8')
  expect(table).toContain('"Microaneurysms","etdrs-inner-superior","1"')
  await grid.getByRole('button', { name: 'Reset fovea' }).click()
  await expect(grid.getByRole('row', { name: 'Centre 1' })).toBeVisible()
})

test('the fovea of a category that stands for nothing is not set, and says why', async ({
  page,
  person,
}) => {
  const made = await person.api.post('/api/category/', { data: { name: 'Fovea', role: null } })
  expect(made.ok(), await made.text()).toBe(true)
  const annotator = new Annotator(page)
  await openBare(annotator, person)
  await page.keyboard.press('f')
  await expect(
    page.getByText('No category of the dataset stands for this structure.'),
  ).toBeVisible()
})
