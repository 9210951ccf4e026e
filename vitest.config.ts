import { defineConfig } from 'vitest/config'

import { tablerIcons } from './apps/web/build/tabler-icons.ts'
import { keepFilesInMemory } from './scripts/files-in-memory.ts'

keepFilesInMemory()

const all = { extends: true } as const

/**
 * Node.js runs these tests as it runs the program, without Vite, and those of a worker in one process:
 * most of their time would go into loading the same sources again for each file.
 */
const byNode = {
  setupFiles: 'scripts/skips-by-file.ts',
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
} as const

export default defineConfig({
  test: {
    // Twice the cores of a small machine: much of the time goes into waiting for databases, peers and leases.
    maxWorkers: 4,
    // As in playwright.config.ts.
    retry: process.env['CI'] === undefined ? 0 : 2,
    // For machines that are busy with other things: nothing waits so long where all is well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { ...all, test: { name: 'packages', ...byNode, include: ['packages/**/*.test.ts'] } },
      {
        ...all,
        plugins: [tablerIcons()],
        test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'] },
      },
      {
        ...all,
        test: { name: 'tooling', ...byNode, include: ['{scripts,bench,training}/**/*.test.ts'] },
      },
      {
        ...all,
        test: {
          name: 'server',
          ...byNode,
          include: ['{apps/server,tests}/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/postgres.ts',
        },
      },
    ],
  },
})
