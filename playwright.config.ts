import { defineConfig } from '@playwright/test'

import { keepFilesInMemory } from './scripts/files-in-memory.ts'

keepFilesInMemory()

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  // Where nobody watches, a test gets two more chances; it is listed as flaky then, to be mended.
  retries: process.env['CI'] === undefined ? 0 : 2,
  // For machines that are busy with other things: no test waits so long where all is well.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    // Painting each step of a dialog that slides in would cost a twentieth of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test would cost a third of the processor time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium's own sandbox refuses to work for root.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
})
