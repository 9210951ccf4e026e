import path from 'node:path'

import type { Locator } from '@playwright/test'
import sharp from 'sharp'

import { Annotator, givenImages, givenPhotograph } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'

const clinic = path.join(import.meta.dirname, '../../example-clinic')

/** Photographs of the example clinic as visits of one right eye, a year apart. */
async function givenVisits(person: Person, files: readonly string[]): Promise<number[]> {
  const { dataset } = await givenImages(person, 0)
  const images: number[] = []
  for (const [year, name] of files.entries()) {
    const picture = sharp(path.join(clinic, `${name}.jpg`)).resize(1100)
    const id = await givenPhotograph(person, dataset.id, { name, picture })
    const data = { patient_id: 'P1', eye: 'R', taken_at: `${2020 + year}-05-04T09:00:00` }
    const answer = await person.api.patch(`/api/image/${id}/patient-data`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    images.push(id)
  }
  return images
}

/** What is seen of a photograph, made smaller: red, green and blue of each pixel. */
async function coloursOf(photograph: Locator): Promise<number[]> {
  const picture = sharp(await photograph.screenshot())
    .resize(80, 80)
    .removeAlpha()
  return [...(await picture.raw().toBuffer())]
}

/** Mean difference in levels. */
function difference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}

test('a visit is registered with the one before, and compared in its place; another eye is refused', async ({
  page,
  person,
}) => {
  const [, first = 0, second = 0] = await givenVisits(person, ['05_h', '03_h', '03_h-second-visit'])
  const annotator = await new Annotator(page).open(second)
  await page.keyboard.press('Shift+B')
  const dialog = page.getByRole('dialog', { name: 'Photographs side by side' })
  await dialog.getByRole('button', { name: /^Same eye, last visit before/u }).click()
  await page.keyboard.press('Escape')
  const pane = page.getByRole('region', { name: 'Same eye, last visit before' })
  await pane.getByRole('button', { name: 'Register' }).click()
  await expect(pane.getByRole('status')).toHaveText('Registered: the vessels agree well.')

  const photograph = annotator.canvas.first()
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: /^Zoom: / })).toHaveText(/^[4-9]\d%$/u)
  const isAtRest = async () => {
    const before = await coloursOf(photograph)
    return difference(before, await coloursOf(photograph)) === 0
  }
  await expect.poll(isAtRest).toBe(true)
  const own = await coloursOf(photograph)
  const change = async () => difference(own, await coloursOf(photograph))
  await page.keyboard.down('u')
  await expect.poll(change).toBeGreaterThan(2)
  // The other visit in the same place differs by its light only.
  expect(await change()).toBeLessThan(9)
  await page.keyboard.up('u')
  await expect.poll(change).toBe(0)
  await pane.getByRole('slider', { name: /^Wipe/u }).press('End')
  await expect.poll(change).toBeGreaterThan(2)

  // The other photograph has the same view filters.
  const isGrey = async () => {
    const levels = await coloursOf(photograph)
    const grey = levels.filter((level, i) => Math.abs(level - (levels[i - (i % 3)] ?? 0)) < 12)
    // All but the small overview.
    return grey.length > 0.85 * levels.length
  }
  expect(await isGrey()).toBe(false)
  await page.getByRole('button', { name: 'Image settings' }).click()
  const settings = page.getByRole('region', { name: 'Image settings' })
  await settings.getByRole('switch', { name: 'Red-free' }).click({ force: true })
  await page.getByRole('button', { name: 'Image settings' }).click()
  await expect.poll(isGrey).toBe(true)
  expect(await change()).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Image settings' }).click()
  await settings.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('button', { name: 'Image settings' }).click()
  await expect.poll(isGrey).toBe(false)
  await pane.getByRole('button', { name: 'End the registration' }).click()
  await expect.poll(change).toBe(0)

  // The visit before the first one shows another eye.
  await page.goto(`/annotate/${first}?order=file_name`)
  await pane.getByRole('button', { name: 'Register' }).click()
  const status = pane.getByRole('status')
  await expect(status).toContainText('Not registered: the vessels do not match.')
  await expect(status).toContainText('recorded as the same eye of this patient')
  await pane.getByRole('button', { name: 'Set three points by hand' }).click()
  const points = page.getByRole('dialog', { name: 'Set three points by hand' })
  for (const name of ['03_h.png', '05_h.png']) {
    await points.getByRole('application', { name: new RegExp(`^${name}`, 'u') }).focus()
    await page.keyboard.press('Enter')
    for (let press = 0; press < 9; press += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    for (let press = 0; press < 9; press += 1) await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
  }
  await points.getByRole('button', { name: 'Register' }).click()
  await expect(status).toHaveText('Registered by the points only. Check the edges.')
})
