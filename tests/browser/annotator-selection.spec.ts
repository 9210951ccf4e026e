import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { Annotator, annotationsOf, givenImages, openPhotograph } from './annotator-page.ts'
import { watchCanvasTexts } from './canvas-texts.ts'
import { expect, test } from './fixtures.ts'

interface Saved {
  readonly category_id: number
  readonly area: number
  readonly bbox: readonly [number, number, number, number]
}

/** The left edges of all annotations as the server has them, rounded and sorted. */
function leftEdges(saved: readonly Saved[]): number[] {
  return saved.map(({ bbox: [x] }) => Math.round(x)).toSorted((a, b) => a - b)
}

/** The colour of the screen at a place. */
async function colourAt(page: Page, [x, y]: readonly [number, number]): Promise<number[]> {
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 }
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

test('several are selected by a band and shift, moved, copied to another image and undone', async ({
  page,
  person,
}) => {
  const { images } = await givenImages(person, 2)
  const [image = 0, next = 0] = images
  const annotator = await new Annotator(page).open(image)
  await annotator.drawBox(200, 200)
  await annotator.drawBox(600, 200)
  await annotator.drawBox(1000, 800)
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await annotator.drag([150, 150], [900, 400])
  await expect(page.getByRole('heading', { name: '2 annotations selected' })).toBeVisible()
  await annotator.drag([300, 250], [300, 350])
  const tops = async () =>
    (await annotationsOf(person, image)).map(({ bbox }: Saved) => Math.round(bbox[1]))
  const moved = (tolerance: number) => async () =>
    (await tops()).filter((top: number) => Math.abs(top - 300) <= tolerance).length
  await expect.poll(moved(2)).toBe(2)
  await page.keyboard.press('Control+z')
  await expect.poll(moved(2)).toBe(0)

  await page.keyboard.down('Shift')
  await annotator.click(1100, 850)
  await page.keyboard.up('Shift')
  await expect(page.getByRole('heading', { name: '3 annotations selected' })).toBeVisible()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`/annotate/${next}`))
  await expect(page.getByRole('application', { name: /photograph-2/ })).toBeVisible()
  await page.keyboard.press('Control+v')
  await expect
    .poll(async () => leftEdges(await annotationsOf(person, next)))
    .toEqual(leftEdges(await annotationsOf(person, image)))
  await page.keyboard.press('Control+v')
  await expect.poll(async () => (await annotationsOf(person, next)).length).toBe(6)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await annotationsOf(person, next)).length).toBe(3)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+x')
  await expect.poll(async () => (await annotationsOf(person, next)).length).toBe(0)
  await page.keyboard.press('Control+v')
  await expect.poll(async () => (await annotationsOf(person, next)).length).toBe(3)
  await page.keyboard.press('Backspace')
  await expect.poll(async () => (await annotationsOf(person, next)).length).toBe(0)
})

test('the selection goes to another category at once, in label mode and by its details', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const { categories } = await (await person.api.get(`/api/annotator/data/${image}`)).json()
  const idOf = (wanted: string) =>
    categories.find(({ name }: { name: string }) => name === wanted)?.id
  const inCategories = async () =>
    (await annotationsOf(person, image)).map((saved: Saved) => saved.category_id)
  const labels = async () =>
    (await (await person.api.get(`/api/annotator/data/${image}`)).json()).image.category_ids
  const [drusen, disc] = [idOf('Drusen'), idOf('Disc')]
  await page.getByRole('button', { name: 'Category Drusen' }).click()
  await annotator.drawBox(200, 200)
  await annotator.drawBox(600, 200)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('l')
  await page.getByRole('button', { name: 'Label with Disc' }).click()
  await expect.poll(inCategories).toEqual([disc, disc])
  await page.keyboard.press('Escape')
  const label = page.getByRole('button', { name: 'Label with Drusen' })
  await label.click()
  await expect(label).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(labels).toEqual([drusen])
  await page.keyboard.press('Control+z')
  await expect(label).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(labels).toEqual([])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(labels).toEqual([drusen])
  await page.keyboard.press('b')
  await expect(page.getByText('Drawing is off in label mode.')).toBeVisible()
  await label.click()
  await expect.poll(labels).toEqual([])
  expect(await inCategories()).toEqual([disc, disc])
  await page.keyboard.press('l')
  await page.keyboard.press('Control+a')
  await page.getByRole('combobox', { name: 'Category of the selection' }).click()
  await page.getByRole('option', { name: 'Drusen' }).click()
  await expect.poll(inCategories).toEqual([drusen, drusen])
  await page.keyboard.press('Control+z')
  await expect.poll(inCategories).toEqual([disc, disc])
})

test('a category, a colour and metadata given in the dialog are one step of undo', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  await page.getByRole('button', { name: 'Category Drusen' }).click()
  await annotator.drawBox(200, 200)
  const about = async () => {
    const [saved] = await annotationsOf(person, image)
    return [saved?.color, saved?.metadata, saved?.category_id]
  }
  await expect.poll(async () => (await about())[0]).toBeNull()
  const before = await about()
  await page.getByRole('button', { name: 'Menu of Drusen 1' }).click()
  await page.getByRole('menuitem', { name: 'Category, colour, metadata…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Disc' }).click()
  await dialog.getByRole('switch', { name: /^Use the default colour/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await about())[2]).not.toBe(before[2])
  expect((await about())[0]).not.toBeNull()
  await page.keyboard.press('Control+z')
  await expect.poll(about).toEqual(before)
})

test('lengths and angles are measured in all units, and kept until they are deleted', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  await page.getByRole('button', { name: 'Category Disc' }).click()
  await annotator.drawBox(200, 200)
  const details = page.getByRole('region', { name: 'Details of the selection' })
  await expect(details.getByText(/^(19|20),\d{3} px²$/)).toBeVisible()
  await details.getByText('µm', { exact: true }).click()
  // A disc of any size has the area of a circle of 1800 µm.
  await expect(details.getByText('≈ 2,540,000 µm²')).toBeVisible()
  await details.getByText('DD', { exact: true }).click()
  await expect(details.getByText('0.79 DD²')).toBeVisible()
  await details.getByText('µm', { exact: true }).click()
  // A scale that is stated elsewhere counts at once, without an estimate.
  const stated = { data: { scale: { micrometres_per_pixel: 10 } } }
  const answer = await person.api.patch(`/api/image/${image}/patient-data`, stated)
  expect(answer.ok(), await answer.text()).toBe(true)
  await expect(details.getByText(/^(1,9|2,0)\d\d,\d{3} µm²$/u)).toBeVisible()

  await page.keyboard.press('m')
  const middle = await annotator.onScreen(1000, 700)
  const before = await colourAt(page, middle)
  await annotator.drag([800, 700], [1200, 700])
  await expect.poll(() => colourAt(page, middle)).not.toEqual(before)
  const kept = page.getByRole('region', { name: 'Measurements' })
  await expect(kept.getByRole('button', { name: /^Length 400\.0 px · 4,000 µm/u })).toBeVisible()
  await page.keyboard.press('j')
  for (const corner of [300, 0, 0].map((down, place) => [900 + 100 * place, 200 + down] as const)) {
    await annotator.click(...corner)
  }
  await expect(kept.getByRole('listitem')).toHaveCount(2)
  await expect(annotator.state('Saved')).toBeVisible()
  await page.reload()
  await expect(kept.getByRole('listitem')).toHaveText([/^400\.0 px/u, '108.4°'])
  await kept.getByRole('button', { name: /^Delete: Length/u }).click()
  await expect.poll(() => colourAt(page, middle)).toEqual(before)
  expect(await annotationsOf(person, image)).toHaveLength(1)
})

test('a text at the pointer describes the annotation, and can be switched off', async ({
  page,
  person,
}) => {
  const texts = await watchCanvasTexts(page)
  const written = async () => (await texts()).map(({ lines }) => lines.join('; '))
  const { annotator } = await openPhotograph(page, person)
  await page.getByRole('button', { name: 'Category Drusen' }).click()
  await annotator.drawBox(200, 200)
  await page.keyboard.press('s')
  await page.mouse.move(...(await annotator.onScreen(300, 250)))
  await expect.poll(written).toEqual([`Drusen 1; by ${person.username}; 20,000 px²`])
  await page.mouse.move(...(await annotator.onScreen(1200, 900)))
  await expect.poll(written).toEqual([])
  await page.getByRole('switch', { name: 'Text at the pointer' }).click({ force: true })
  await page.mouse.move(...(await annotator.onScreen(300, 250)))
  await expect(annotator.canvas).toHaveCSS('cursor', 'pointer')
  expect(await written()).toEqual([])
  await page.keyboard.press('Control+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('switch', { name: 'Text at the pointer' })).not.toBeChecked()
})

test('the line of a polygon contrasts with the photograph', async ({ page, person }) => {
  const { annotator } = await openPhotograph(page, person)
  await page.keyboard.press('Space')
  await page.keyboard.press('v')
  await annotator.click(400, 400)
  await annotator.click(1000, 400)
  await page.mouse.move(...(await annotator.onScreen(1000, 900)))
  const onLine = await annotator.onScreen(700, 400)
  // The photograph is dark: the line is white.
  await expect.poll(async () => Math.min(...(await colourAt(page, onLine)))).toBeGreaterThan(150)
  await page.getByRole('switch', { name: 'Line colour by the photograph' }).click({ force: true })
  await page.mouse.move(...(await annotator.onScreen(1000, 890)))
  await expect.poll(async () => Math.min(...(await colourAt(page, onLine)))).toBeLessThan(150)
})

test('a locked annotation is still locked after another image and at the next visit', async ({
  page,
  person,
}) => {
  const { images } = await givenImages(person, 2)
  const annotator = await new Annotator(page).open(images[0])
  await annotator.drawBox(200, 200)
  await page.getByRole('button', { name: 'Menu of Disc 1' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(annotator.state('Saved')).toBeVisible()
  const unlock = page.getByRole('button', { name: 'Unlock Disc 1' })
  await expect(unlock).toBeVisible()

  await page.keyboard.press('n')
  await expect(unlock).toHaveCount(0)
  await page.keyboard.press('p')
  await expect(unlock).toBeVisible()
  const kept = async () => (await (await person.api.get('/api/user/preferences')).json()).looks
  await expect.poll(async () => Object.keys((await kept()) ?? {})).toHaveLength(1)
  await annotator.open(images[0])
  await page.getByRole('button', { name: 'Disc: Annotation 1' }).click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('The annotation or category is locked.')).toBeVisible()
  expect(await annotationsOf(person, images[0] ?? 0)).toHaveLength(1)
})
