import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'

import { browserForTests } from './browser.ts'
import { installPeers } from './peers.ts'
import { checks, runStages, type Stage } from './stages.ts'

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A stage that leaves a report of its tests. */
interface TestStage extends Stage {
  readonly report: string
  readonly count: (report: unknown) => Count
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

const build: Stage = { name: 'build of the web app', command: ['scripts/setup.mjs', '--web'] }
const server = process.env['TEST_DATABASE_URL']
const stages: readonly TestStage[] = [
  vitest({ name: 'tests', report: 'vitest' }),
  ...(server
    ? [vitest({ name: 'server tests on TEST_DATABASE_URL', report: 'server', server })]
    : []),
  {
    name: 'browser tests',
    command: ['node_modules/@playwright/test/cli.js', 'test'],
    report: reportFile('playwright'),
    count(report) {
      const { expected, flaky, unexpected, skipped } = PlaywrightReport.parse(report).stats
      return { passed: expected + flaky, failed: unexpected, skipped }
    },
  },
]

for (const { report } of stages) rmSync(report, { force: true })
const allPassed = await runAll()
const { passed, failed, skipped } = sum(stages.map(countOf))
const failures = allPassed ? failed : Math.max(failed, 1)
console.log(`\n${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failures === 0 ? 0 : 1

async function runAll(): Promise<boolean> {
  try {
    const CHROMIUM_PATH = browserForTests()
    installPeers()
    const tests = stages.map((stage) => ({ ...stage, env: { ...stage.env, CHROMIUM_PATH } }))
    return await runStages([...checks, build, ...tests])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

function reportFile(name: string): string {
  return `.cache/reports/${name}.json`
}

function vitest(run: { name: string; report: string; server?: string }): TestStage {
  const report = reportFile(run.report)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const projects = run.server ? ['--project=server'] : []
  return {
    name: run.name,
    command: ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...projects],
    env: { TEST_DATABASE_URL: run.server ?? '' },
    report,
    count(content) {
      const { numPassedTests, numFailedTests, numPendingTests } = VitestReport.parse(content)
      return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
    },
  }
}

function countOf({ report, count }: TestStage): Count {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

function sum(counts: readonly Count[]): Count {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const count of counts) {
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
  }
  return total
}
