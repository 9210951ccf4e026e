import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { examplePhotograph } from '../../apps/server/src/testing/fixture-file.ts'
import {
  Annotator,
  annotationsOf,
  givenImages,
  givenPhotograph,
  openPhotograph,
} from './annotator-page.ts'
import { expect, test } from './fixtures.ts'

test.describe.configure({ timeout: 150_000 })

const blot = { x: 700, y: 500, rx: 150, ry: 100 }
const extremes = [
  [blot.x - blot.rx, blot.y],
  [blot.x, blot.y - blot.ry],
  [blot.x + blot.rx, blot.y],
  [blot.x, blot.y + blot.ry],
] as const
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
  <rect width="1600" height="1200" fill="#8a3010"/>
  <ellipse cx="${blot.x}" cy="${blot.y}" rx="${blot.rx}" ry="${blot.ry}" fill="#f0c060"/></svg>`

/** Red, green and blue on the screen at a place of the photograph. */
async function colourAt(annotator: Annotator, x: number, y: number): Promise<number[]> {
  const [left, top] = await annotator.onScreen(x, y)
  const clip = { x: Math.round(left), y: Math.round(top), width: 1, height: 1 }
  const pixel = await annotator.page.screenshot({ clip })
  return [...(await sharp(pixel).removeAlpha().raw().toBuffer())]
}

function differs(a: readonly number[], b: readonly number[]): boolean {
  return a.some((value, i) => Math.abs(value - (b[i] ?? 0)) > 20)
}

async function isWorking(page: Page): Promise<boolean> {
  return page.getByText('Predicting the area…').isVisible()
}

test('four clicks around an object outline it; undo, shift and the settings work', async ({
  page,
  person,
}) => {
  const { dataset } = await givenImages(person)
  const picture = sharp(Buffer.from(drawn))
  const image = await givenPhotograph(person, dataset.id, { name: 'blot', picture })
  const annotator = await new Annotator(page).open(image)
  const areaOf = async () => (await annotationsOf(person, image))[0]?.area ?? 0
  const whole = Math.PI * blot.rx * blot.ry
  const isNear = async () => Math.abs((await areaOf()) / whole - 1) < 0.05
  const bare = await colourAt(annotator, blot.x, blot.y)
  await page.keyboard.press('Space')
  await page.keyboard.press('o')
  await expect(page.getByRole('slider', { name: 'Context' })).toHaveAttribute('aria-valuenow', '50')
  await expect(page.getByRole('slider', { name: 'Threshold' })).toHaveAttribute(
    'aria-valuenow',
    '80',
  )
  for (const [x, y] of extremes) await annotator.click(x, y)
  await expect.poll(isNear, { timeout: 20_000 }).toBe(true)
  const row = page.getByRole('button', { name: 'Annotation 1' })
  await expect(row).toHaveAccessibleName(/\(semi-automatic, extreme-points [\d.]+\)$/)
  expect(differs(await colourAt(annotator, blot.x + 40, blot.y + 20), bare)).toBe(true)
  const ground = await colourAt(annotator, 200, 200)
  const outside = await colourAt(annotator, blot.x + blot.rx + 40, blot.y)
  expect(differs(outside, ground)).toBe(false)

  await page.keyboard.press('Control+z')
  await expect.poll(areaOf).toBe(0)
  await page.keyboard.press('Control+y')
  await expect.poll(isNear).toBe(true)
  await page.keyboard.down('Shift')
  for (const [x, y] of extremes) await annotator.click(x, y)
  await page.keyboard.up('Shift')
  await expect.poll(areaOf, { timeout: 20_000 }).toBeLessThan(whole * 0.02)
})

test('clicks preview an outline in the browser, even offline, and Enter adds it; without a runtime the server does the same', async ({
  page,
  person,
}) => {
  const { dataset } = await givenImages(person)
  const picture = sharp(Buffer.from(drawn))
  const image = await givenPhotograph(person, dataset.id, { name: 'blot', picture })
  const annotator = await new Annotator(page).open(image)
  const areas = async (): Promise<number[]> =>
    (await annotationsOf(person, image)).map(({ area }: { area: number }) => area)
  const whole = Math.PI * blot.rx * blot.ry
  const bare = await colourAt(annotator, blot.x + 60, blot.y)
  const isShown = async () => differs(await colourAt(annotator, blot.x + 60, blot.y), bare)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const isAsked = () => calls.some((url) => url.includes('/api/model/clicks/'))

  await page.keyboard.press('Space')
  await page.keyboard.press('i')
  await annotator.click(blot.x, blot.y)
  await expect.poll(isShown, { timeout: 20_000 }).toBe(true)
  expect(await areas()).toEqual([0])
  await page.context().setOffline(true)
  await annotator.click(blot.x - 90, blot.y + 20)
  await page.keyboard.press('Enter')
  await page.context().setOffline(false)
  await expect.poll(async () => Math.abs(((await areas())[0] ?? 0) / whole - 1) < 0.15).toBe(true)
  const row = page.getByRole('button', { name: 'Annotation 1' })
  await expect(row).toHaveAccessibleName(/\(semi-automatic, clicks [\d.]+\)$/)
  expect(isAsked()).toBe(false)

  await page.route('**/clicks-worker*', (route) => route.abort())
  await annotator.open(image)
  await page.keyboard.press('Space')
  await page.keyboard.press('i')
  await annotator.click(blot.x, blot.y)
  await annotator.click(blot.x - 90, blot.y + 20)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await areas())[1] ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(isAsked()).toBe(true)
  const [inBrowser = 0, onServer = 0] = await areas()
  expect(Math.abs(onServer / inBrowser - 1)).toBeLessThan(0.02)
})

test('a running prediction is shown, Escape cancels it, and a refusal is reported', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  let refuses = false
  await page.route('**/api/model/prediction/*', (route) =>
    refuses
      ? route.fulfill({
          status: 503,
          json: { code: 'unavailable', message: 'The server is busy.' },
        })
      : undefined,
  )
  await page.keyboard.press('Space')
  await page.keyboard.press('o')
  for (const [x, y] of extremes) await annotator.click(x, y)
  await expect.poll(() => isWorking(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => isWorking(page)).toBe(false)
  for (const [x, y] of extremes) await annotator.click(x, y)
  await page.getByRole('button', { name: 'Cancel prediction' }).click()
  await expect.poll(() => isWorking(page)).toBe(false)
  refuses = true
  for (const [x, y] of extremes) await annotator.click(x, y)
  await expect(page.getByText('The area could not be predicted')).toBeVisible()
  await expect(page.getByText('The server is busy.')).toBeVisible()
  expect((await annotationsOf(person, image))[0]?.area ?? 0).toBe(0)
})

test('a result of the analysis becomes one annotation, which a brush corrects and a reload keeps', async ({
  page,
  person,
}) => {
  const { dataset } = await givenImages(person)
  const picture = sharp(examplePhotograph('02_h.jpg'))
  const image = await givenPhotograph(person, dataset.id, { name: 'fundus', picture })
  const annotator = await new Annotator(page).open(image)
  await page.getByRole('button', { name: 'Run analysis' }).click()
  await page.getByRole('button', { name: 'Vessels' }).click({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Turn into an annotation' }).click()
  await expect(page.getByRole('combobox', { name: 'Category' })).toContainText(
    'New category: Vessels',
  )
  await page.getByRole('button', { name: 'Create annotation' }).click()
  await expect(annotator.state('Saved')).toBeVisible()
  await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(1)
  const row = page.getByRole('button', { name: 'Vessels: Annotation 1' })
  await expect(row).toHaveAccessibleName(/\(automatic, .+ [\d.]+\)$/)
  const [saved] = await annotationsOf(person, image)
  expect(saved.metadata).toMatchObject({
    area: 'vessels',
    result_id: expect.any(Number),
  })
  const vessels = await maskArea(person.api, saved.metadata.result_id)
  expect(Math.abs(saved.area / vessels - 1)).toBeLessThan(0.02)
  const onVessel = await colourAt(annotator, 1263, 902)
  const offVessel = await colourAt(annotator, 730, 495)
  expect(differs(onVessel, offVessel)).toBe(true)

  await annotator.drag([710, 495], [750, 495])
  await expect
    .poll(async () => (await annotationsOf(person, image))[0]?.area ?? 0)
    .toBeGreaterThan(saved.area + 1000)
  await expect(row).toHaveAccessibleName(/\(semi-automatic, .+ [\d.]+\)$/)
  const details = page.getByRole('region', { name: 'Details of the selection' })
  await expect(details).toContainText(/semi-automatic, .+ [\d.]+$/)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(0)
  await page.keyboard.press('Control+y')
  await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(1)
  await annotator.open(image)
  const again = await annotationsOf(person, image)
  expect(again).toHaveLength(1)
  expect(again[0].area).toBe(saved.area)
  expect(again[0].origin).toEqual(saved.origin)
  expect(saved.origin.kind).toBe('automatic')
  expect(differs(await colourAt(annotator, 1263, 902), offVessel)).toBe(true)
})

/** How many pixels of a result are not transparent. */
async function maskArea(api: { get: Page['request']['get'] }, result: number): Promise<number> {
  const answer = await api.get(`/api/resultAI/${result}`)
  const pixels = await sharp(await answer.body())
    .extractChannel(3)
    .raw()
    .toBuffer()
  return pixels.filter((value) => value > 0).length
}
