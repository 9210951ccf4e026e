import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import { chromium } from '@playwright/test'

import { startFovea } from '../tests/running-fovea.ts'
import { browserForTests } from './browser.ts'
import { drawPictures, languages, openClinic } from './readme-pictures.ts'

/** Draws the pictures of the README and the handbook, in both languages, from a new installation. */
const folder = path.resolve(import.meta.dirname, '../docs/pictures')
await mkdir(folder, { recursive: true })
const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
const browser = await chromium.launch({
  executablePath: browserForTests(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const language of languages) {
    await drawPictures(browser, await openClinic(fovea.address, language), folder)
  }
} finally {
  await browser.close()
  await fovea.stop()
}
