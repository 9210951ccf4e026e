import { type Browser, chromium } from '@playwright/test'

import { browserForTests } from '../scripts/browser.ts'

/** Chromium with software rendering, as on a machine without a graphics card. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserForTests(),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}
