import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import sharp from 'sharp'

import type { CocoDocument } from '#coco/document'
import { checkCocoDocument } from '#coco/check'

import { examplePhotograph, fixtureFile } from '../../apps/server/src/testing/fixture-file.ts'
import { startFovea, type RunningFovea } from '../running-fovea.ts'
import { expect, test } from './fixtures.ts'

const mimeType = 'application/octet-stream'

/** A photograph as JPEG, PNG and TIFF, and one as DICOM file. */
async function photographs(): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const jpeg = await readFile(examplePhotograph('05_h.jpg'))
  const dicom = await readFile(fixtureFile('dicom/syntaxes/000_rgb_le.dcm'))
  const contents = {
    'eye.png': await sharp(jpeg).png().toBuffer(),
    'eye.jpg': jpeg,
    'eye.tif': await sharp(jpeg).resize(565).tiff().toBuffer(),
    'eye.dcm': dicom,
  }
  return Object.entries(contents).map(([name, buffer]) => ({ name, mimeType, buffer }))
}

/** Points on the photograph, however large it is shown: shares of its width and height. */
async function clickAt(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('There is no canvas.')
  for (const [x, y] of points) await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
}

const journey = test.extend<{ empty: RunningFovea }>({
  empty: async ({ browserName: _browserName }, provide) => {
    const fovea = await startFovea()
    await provide(fovea)
    await fovea.stop()
  },
})

journey(
  'from an empty installation to annotated, analysed and exported photographs',
  async ({ browser, empty: fovea }) => {
    journey.setTimeout(240_000)
    const page = await browser.newPage({ baseURL: fovea.address, locale: 'en-GB' })
    const shot = (name: string) => page.screenshot({ path: `test-results/main-job/${name}.png` })

    await page.goto('/')
    await expect(page.getByText(/installation/i)).toBeVisible()
    await page.getByLabel(/^Full Name/).fill('Kim Min-ji')
    await page.getByLabel('Username').fill('kim')
    await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
    await page.getByLabel('Confirm Password').fill('Correct-Horse-7')
    await shot('1-first-account')
    await page.getByRole('button', { name: 'Register' }).click()

    await page.getByRole('button', { name: 'Create Dataset' }).first().click()
    await page.getByLabel('Dataset Name').fill('Baseline')
    await page.getByRole('combobox', { name: 'Default Categories' }).fill('Haemorrhage')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Default Categories' }).fill('Optic disc')
    await page.keyboard.press('Enter')
    await shot('2-create-dataset')
    await page.getByRole('dialog').getByRole('button', { name: 'Create Dataset' }).click()
    await page
      .getByRole('link', { name: /Baseline/ })
      .first()
      .click()

    const files = await photographs()
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
    await page.locator('input[type=file]').first().setInputFiles(files)
    await shot('3-upload')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: /eye\.png/ })).toBeVisible()
    await expect(page.getByText(`${files.length} images`, { exact: true })).toBeVisible()
    await shot('4-images')

    await page.getByRole('link', { name: /eye\.png/ }).click()
    await expect(page.getByRole('application')).toBeVisible()
    await expect(page.getByLabel('Loading image…')).toHaveCount(0)
    await page.keyboard.press('Space')
    await page.keyboard.press('v')
    await clickAt(page, [
      [0.45, 0.35],
      [0.6, 0.35],
      [0.55, 0.5],
      [0.45, 0.35],
    ])
    await page.keyboard.press('Space')
    await page.keyboard.press('r')
    await clickAt(page, [
      [0.35, 0.6],
      [0.5, 0.75],
    ])
    await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible()
    await shot('5-annotated')

    await page.getByRole('button', { name: 'Run analysis' }).click()
    await expect(page.getByText('Started').first()).toBeVisible()
    await expect(page.getByText('Venule: striped')).toBeVisible({ timeout: 90_000 })
    await shot('6-vessels')

    await fovea.kill()
    await fovea.restart()
    await page.goto('/')
    await page
      .getByRole('link', { name: /Baseline/ })
      .first()
      .click()
    await page.getByRole('link', { name: /^Show as pictures/u }).click()
    // The table has such a button, too.
    await expect(page.getByRole('tab', { name: 'Exports' })).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
    await page.getByRole('tab', { name: 'Exports' }).click()
    const download = page.waitForEvent('download')
    await page
      .getByRole('link', { name: /Download/ })
      .first()
      .click()
    const file = await download
    await shot('7-exports')
    expect(file.suggestedFilename()).toMatch(/\.json$/)
    const coco = JSON.parse(await readFile(await file.path(), 'utf8')) as CocoDocument
    expect(checkCocoDocument(coco)).toMatchObject({ images: 1, annotations: 2, issueCount: 0 })
    expect(coco.categories.map((category) => category.name).toSorted()).toEqual([
      'Haemorrhage',
      'Optic disc',
    ])
    expect(coco.annotations.every((annotation) => annotation.area > 1000)).toBe(true)
    await page.close()
  },
)
