import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'

import { expect } from './fixtures.ts'

/** Two halves of one colour each. */
export function halves(
  width: number,
  height: number,
  [left, right]: readonly [string, string],
): Sharp {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${left}"/>
    <rect x="${width / 2}" width="${width / 2}" height="${height}" fill="${right}"/></svg>`),
    { limitInputPixels: false },
  ).removeAlpha()
}

/** The colour that the canvases show at a place of them, in shares of their size. */
async function shownAt(page: Page, x: number, y: number): Promise<number[]> {
  const box = await page.getByRole('application').boundingBox()
  // Between two photographs there is no canvas for a moment.
  if (box === null) return []
  const clip = { x: box.x + x * box.width, y: box.y + y * box.height, width: 1, height: 1 }
  const pixel = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  return [...pixel.subarray(0, 3)]
}

export function isNear(shown: readonly number[], expected: readonly number[]): boolean {
  return shown.length === 3 && shown.every((value, i) => Math.abs(value - (expected[i] ?? 0)) <= 4)
}

/** Beside the panel of the settings. */
const left = [0.45, 0.5] as const
const right = [0.65, 0.5] as const

export async function expectColours(
  page: Page,
  onLeft: number[],
  onRight: number[],
): Promise<void> {
  await expect(page.getByRole('application')).toBeVisible()
  const both = async () =>
    isNear(await shownAt(page, ...left), onLeft) && isNear(await shownAt(page, ...right), onRight)
  await expect
    .poll(both, { message: `${String(onLeft)} and ${String(onRight)}` })
    .toBe(true)
    .catch(async (error: unknown) => {
      const seen = [await shownAt(page, ...left), await shownAt(page, ...right)]
      throw new Error(`Seen were ${JSON.stringify(seen)}.`, { cause: error })
    })
}
