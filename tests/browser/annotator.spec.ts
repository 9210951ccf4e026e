import { readFile } from 'node:fs/promises'

import { AxeBuilder } from '@axe-core/playwright'

import { examplePhotograph } from '../../apps/server/src/testing/fixture-file.ts'
import { Annotator, annotationsOf, givenImages, openPhotograph } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'

test('a drawing lands on its pixels and is saved, undone and redone', async ({ page, person }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const { annotator, image } = await openPhotograph(page, person)
  await page.keyboard.press('Space')
  await page.keyboard.press('v')
  for (const [x, y] of [
    [400, 300],
    [900, 300],
    [900, 700],
    [400, 300],
  ] as const) {
    await annotator.click(x, y)
  }
  await expect
    .poll(async () => (await annotationsOf(person, image))[0]?.segmentation?.[0]?.length)
    .toBe(6)
  const [{ segmentation, area }] = await annotationsOf(person, image)
  for (const [i, expected] of [400, 300, 900, 300, 900, 700].entries()) {
    expect(Math.abs(segmentation[0][i] - expected)).toBeLessThan(1)
  }
  expect(Math.abs(area - 100_000)).toBeLessThan(1000)
  await expect(annotator.state('Saved')).toBeVisible()

  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.area).toBe(0)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.area).toBe(area)
  await page.keyboard.press('s')
  await page.keyboard.press('Backspace')
  await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(0)
  expect(violations).toEqual([])
})

test('the page itself may not evaluate code; the worker beside it may', async ({
  page,
  person,
}) => {
  await openPhotograph(page, person)
  await page.addScriptTag({ content: 'globalThis.evaluated = true' }).catch(() => undefined)
  expect(await page.evaluate('"evaluated" in globalThis')).toBe(false)
  const header = (await page.request.get(page.url())).headers()['content-security-policy']
  expect(header).not.toContain('unsafe-eval')
})

test('a box drawn enlarged has the size that it has on the screen', async ({ page, person }) => {
  const { annotator, image } = await openPhotograph(page, person)
  const [x, y] = await annotator.onScreen(800, 600)
  const [right] = await annotator.onScreen(900, 600)
  const fitted = (right - x) / 100
  await page.mouse.move(x, y)
  for (let step = 0; step < 8; step++) await page.mouse.wheel(0, -120)
  await page.keyboard.press('Space')
  await page.keyboard.press('r')
  await page.mouse.click(x, y)
  await page.mouse.click(x + 86, y + 43)
  const zoom = fitted * 1.2 ** 8
  await expect
    .poll(async () => (await annotationsOf(person, image))[0]?.bbox?.[2] ?? 0)
    .toBeCloseTo(86 / zoom, 1)
  const [{ bbox, isbbox }] = await annotationsOf(person, image)
  expect(bbox[0]).toBeCloseTo(800, 1)
  expect(bbox[1]).toBeCloseTo(600, 1)
  expect(isbbox).toBe(true)
})

test('an analysis shows its result over the photograph', async ({ page, person }) => {
  const file = examplePhotograph('05_h.jpg')
  const { dataset } = await givenImages(person)
  const buffer = await readFile(file)
  const sent = await person.api.post(`/api/image/?dataset_id=${dataset.id}`, {
    multipart: { image: { name: 'Image_01L.jpg', mimeType: 'image/jpeg', buffer } },
  })
  await new Annotator(page).open((await sent.json()).image.id)
  await page.getByRole('button', { name: 'Run analysis' }).click()
  await expect(page.getByText('Started', { exact: true })).toBeVisible()
  const result = page.getByRole('button', { name: 'Arterioles and venules' })
  await expect(result).toHaveAttribute('aria-pressed', 'true', { timeout: 90_000 })
  await expect(page.getByText('Venule: striped')).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Opacity of the result' })).toBeVisible()
  await page.getByRole('button', { name: 'Original' }).click()
  await expect(result).toHaveAttribute('aria-pressed', 'false')
})

test.describe('to a Korean reader', () => {
  test.use({ locale: 'ko-KR' })

  test('the answer to an analysis is in Korean', async ({ page, person }) => {
    await openPhotograph(page, person)
    await page.getByRole('button', { name: '분석 실행' }).click()
    await expect(page.getByText('영상 분석이 대기열에 추가되었습니다.')).toBeVisible()
  })
})

test('a missing image leads back to the previous page', async ({ page, person }) => {
  await givenImages(person)
  await page.goto('/datasets')
  await page.goto('/annotate/999999')
  await expect(page.getByText('Could not find requested image')).toBeVisible()
  await expect(page.getByText('Redirecting to previous page.')).toBeVisible()
  await expect(page).toHaveURL(/\/datasets$/)
})

test('the keyboard alone makes, finds and deletes annotations', async ({ page, person }) => {
  const { annotator, image } = await openPhotograph(page, person)
  for (let i = 0; i < 3; i++) await page.keyboard.press('Space')
  const row = (number: number) =>
    page.getByRole('button', { name: new RegExp(`^Disc: Annotation ${number}`) })
  await expect(row(3)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(row(2)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(row(2)).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await expect(row(3)).toHaveCount(0)
  await expect(annotator.state('Saved')).toBeVisible()
  expect(await annotationsOf(person, image)).toHaveLength(2)
})

test('the keyboard alone zooms in and moves the view to the place of a box', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const box = await annotator.canvas.boundingBox()
  if (box === null) throw new Error('There is no canvas.')
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const
  for (let i = 0; i < 8; i++) await page.keyboard.press('=')
  for (let i = 0; i < 4; i++) await page.keyboard.press('Control+ArrowRight')
  for (let i = 0; i < 4; i++) await page.keyboard.press('Control+ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('r')
  await page.mouse.click(...middle)
  await page.mouse.click(middle[0] + 40, middle[1] + 40)
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.isbbox).toBe(true)
  const [{ bbox }] = await annotationsOf(person, image)
  const margin = 28
  const fitted = Math.min((box.width - 2 * margin) / 1600, (box.height - 2 * margin) / 1200)
  const zoom = fitted * 1.2 ** 8
  expect(bbox[0]).toBeCloseTo(800 + box.width / 2 / zoom, 0)
  expect(bbox[1]).toBeCloseTo(600 + box.height / 2 / zoom, 0)
})

test('space and drag moves the image and makes no annotation', async ({ page, person }) => {
  const { annotator } = await openPhotograph(page, person)
  await page.mouse.move(...(await annotator.onScreen(400, 400)))
  await page.keyboard.down('Space')
  await page.mouse.down()
  await page.mouse.move(...(await annotator.onScreen(600, 400)), { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Space')
  await expect(page.getByRole('button', { name: /^Disc: Annotation 1/ })).toHaveCount(0)
})

for (const locale of ['en-GB', 'ko-KR']) {
  test(`everything can be reached and is named (${locale})`, async ({ browser, fovea, person }) => {
    const { images } = await givenImages(person)
    const context = await browser.newContext({
      baseURL: fovea.address,
      storageState: await person.api.storageState(),
      locale,
    })
    const page = await context.newPage()
    await page.goto(`/annotate/${images[0]}`)
    await page.getByRole('application').waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('w')
    await expect(page.getByRole('switch')).toHaveCount(2)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    expect(found).toEqual([])
    await context.close()
  })
}

test('a photograph that is still loading is announced', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const isPicture = ({ pathname }: URL) => pathname === `/api/image/${images[0]}`
  await page.route(isPicture, () => undefined)
  await page.goto(`/annotate/${images[0]}`)
  await page.getByRole('application').waitFor()
  await expect(page.getByRole('status', { name: 'Loading image…' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})
