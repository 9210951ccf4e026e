import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { openPhotograph } from './annotator-page.ts'
import { type CanvasText, watchCanvasTexts } from './canvas-texts.ts'
import { expect, test } from './fixtures.ts'

/** The layers of annotations: those that are not being worked at, and outlines above them. */
const layers = { ground: 2, raised: 3 } as const

/** How opaque each pixel is on a layer. */
async function groundOf(page: Page, layer: keyof typeof layers = 'ground'): Promise<Buffer> {
  const address = await page.evaluate<string>(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
      resolve(document.querySelectorAll('[role=application] canvas')[${layers[layer]}].toDataURL())
    })))`,
  )
  const picture = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  return sharp(picture).extractChannel('alpha').raw().toBuffer()
}

function sumOf(bytes: Buffer): number {
  return bytes.reduce((sum, value) => sum + value, 0)
}

function largestDifference(one: Buffer, other: Buffer): number {
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - (other[i] ?? 0))), 0)
}

test('a partial repaint looks like a full one', async ({ page, person }) => {
  const { annotator } = await openPhotograph(page, person)
  await annotator.drawBox(300, 300)
  await annotator.drawBox(420, 340)
  await annotator.drawBox(400, 380)
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  const allThree = await groundOf(page)

  await annotator.drag([560, 460], [760, 560])
  await page.keyboard.press('b')
  await annotator.drag([760, 560], [350, 350])
  await expect(annotator.state('Saved')).toBeVisible()
  await page.keyboard.press('s')
  await annotator.click(320, 390)
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await expect(annotator.state('Saved')).toBeVisible()
  const inParts = await groundOf(page)
  expect(largestDifference(inParts, allThree)).toBeGreaterThan(100)

  await page.getByRole('button', { name: 'Hide all' }).click()
  expect(largestDifference(await groundOf(page), inParts)).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.mouse.move(0, 0)
  // The edge of a slanted outline may be rounded differently at the cut.
  expect(largestDifference(await groundOf(page), inParts)).toBeLessThan(16)
})

test('hundreds of annotations, painted over several frames, look as if painted at once', async ({
  page,
  person,
}) => {
  test.slow()
  const { annotator } = await openPhotograph(page, person)
  await page.keyboard.press('Space')
  await page.keyboard.press('b')
  await annotator.drag([300, 300], [700, 500])
  await page.keyboard.press('s')
  for (let doubled = 1; doubled < 512; doubled *= 2)
    for (const key of ['a', 'c', 'v']) await page.keyboard.press(`Control+${key}`)
  /** A new size is painted in one frame. */
  const atOnce = async (layer: keyof typeof layers) => {
    await page.evaluate(`dispatchEvent(new Event('resize'))`)
    return groundOf(page, layer)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Hide all' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(async () => sumOf(await groundOf(page))).toBeGreaterThan(0)
  const shown = await groundOf(page)
  expect(largestDifference(shown, await atOnce('ground'))).toBe(0)
  await page.keyboard.press('Control+a')
  await expect.poll(async () => sumOf(await groundOf(page, 'raised'))).toBeGreaterThan(0)
  const outlined = await groundOf(page, 'raised')
  expect(largestDifference(outlined, await atOnce('raised'))).toBe(0)
})

test('the text at the pointer is beside it, and within the canvas on every side', async ({
  page,
  person,
}) => {
  const texts = await watchCanvasTexts(page)
  const { annotator } = await openPhotograph(page, person)
  const corners = [0, 1400].flatMap((x) => [0, 900].map((y) => [x, y] as const))
  for (const corner of corners) await annotator.drawBox(...corner)
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  const ground = await annotator.canvas.boundingBox()
  for (const [x, y] of corners) {
    const [left, top] = await annotator.onScreen(x + 100, y + 50)
    await page.mouse.move(left, top)
    await expect.poll(async () => awayFrom(await texts(), [left, top])).toBeLessThan(30)
    const [text] = await texts()
    if (text === undefined || ground === null) throw new Error('There is no text or no canvas.')
    expect(text.left).toBeGreaterThanOrEqual(ground.x)
    expect(text.top).toBeGreaterThanOrEqual(ground.y)
    expect(text.right).toBeLessThanOrEqual(ground.x + ground.width)
    expect(text.bottom).toBeLessThanOrEqual(ground.y + ground.height)
  }
})

/** Pixels between a place and the only text; none if there is another, or the place is under it. */
function awayFrom(texts: readonly CanvasText[], [x, y]: readonly [number, number]): number {
  const [text, ...others] = texts
  if (text === undefined || others.length > 0) return Infinity
  const away = Math.max(text.left - x, x - text.right, text.top - y, y - text.bottom)
  return away > 0 ? away : Infinity
}

test('keys held down show the photograph red-free, in its own colours, and without annotations', async ({
  page,
  person,
}) => {
  const { annotator } = await openPhotograph(page, person)
  await annotator.drawBox(1200, 300)
  await annotator.canvas.focus()
  const colour = () =>
    page.evaluate<string>(`{
      const canvas = document.querySelector('[role=application] canvas')
      const at = [canvas.width / 2, canvas.height / 2, 1, 1]
      canvas.getContext('2d').getImageData(...at).data.slice(0, 3).join(' ')
    }`)
  const own = await colour()
  await page.keyboard.down('g')
  await expect.poll(colour).toMatch(/^(\d+) \1 \1$/)
  await page.keyboard.down('q')
  await expect.poll(colour).toBe(own)
  await page.keyboard.up('q')
  await expect.poll(colour).not.toBe(own)
  await page.keyboard.up('g')
  await expect.poll(colour).toBe(own)

  const annotations = annotator.canvas.locator('canvas').nth(2)
  await page.keyboard.down('h')
  await expect(annotations).toHaveCSS('opacity', '0')
  await page.keyboard.up('h')
  await expect(annotations).toHaveCSS('opacity', '1')

  await page.keyboard.down('h')
  await page.keyboard.down('Shift')
  await page.keyboard.down('h')
  await page.keyboard.up('Shift')
  await expect(annotations).toHaveCSS('opacity', '0')
  await page.keyboard.up('h')
  await expect(annotations).toHaveCSS('opacity', '1')
  await expect(page.getByRole('button', { name: 'Show all', exact: true })).toBeDisabled()

  // A Mac does not tell that a key goes up while the command key is down.
  await page.keyboard.down('g')
  await expect.poll(colour).not.toBe(own)
  await page.keyboard.press('Meta')
  await expect.poll(colour).toBe(own)
  await page.keyboard.up('g')
})
