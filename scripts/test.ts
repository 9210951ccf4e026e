import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'

import { browserForTests } from './browser.ts'
import { installPeers } from './peers.ts'
import { checks, runStages, type Stage } from './stages.ts'
import { countUnexplained, unusualInBrowser, unusualLines, UnusualTests } from './unusual.ts'

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A stage that leaves a report of its tests. */
interface TestStage extends Stage {
  readonly report: string
  readonly count: (report: unknown) => Count
  /** Path of the report on unusual tests, and how to read it. */
  readonly unusualReport: string
  readonly listUnusual: (report: unknown) => UnusualTests
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
    unusualReport: reportFile('playwright'),
    listUnusual: unusualInBrowser,
  },
]

for (const { report, unusualReport } of stages)
  for (const file of [report, unusualReport]) rmSync(file, { force: true })
const started = performance.now()
const times: string[] = []
const allPassed = await runAll()
const { passed, failed, skipped } = sum(stages.map(countOf))
const unusual = stages.map(unusualOf)
const skippedTests = unusual.flatMap((each) => each.skipped)
const flaky = unusual.flatMap((each) => each.flaky)
for (const line of unusualLines({ skipped: skippedTests, flaky })) console.log(line)
const faults = failed + countUnexplained(skippedTests)
const failures = allPassed ? faults : Math.max(faults, 1)
console.log(`\n${[...times, `together ${minutesSince(started)}`].join(', ')}`)
console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failures === 0 ? 0 : 1

async function runAll(): Promise<boolean> {
  try {
    const CHROMIUM_PATH = browserForTests()
    installPeers()
    if (!(await runPhase('checks', [...checks, build]))) return false
    for (const stage of stages) {
      const env = { ...stage.env, CHROMIUM_PATH }
      if (!(await runPhase(stage.name, [{ ...stage, env }]))) return false
    }
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

async function runPhase(name: string, steps: readonly Stage[]): Promise<boolean> {
  const start = performance.now()
  const hasPassed = await runStages(steps)
  times.push(`${name} ${minutesSince(start)}`)
  return hasPassed
}

function minutesSince(start: number): string {
  return `${((performance.now() - start) / 60_000).toFixed(1)} min`
}

function reportFile(name: string): string {
  return `.cache/reports/${name}.json`
}

function vitest(run: { name: string; report: string; server?: string }): TestStage {
  const report = reportFile(run.report)
  const unusualReport = reportFile(`${run.report}-unusual`)
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/unusual-reporter.ts',
    `--outputFile.json=${report}`,
  ]
  const projects = run.server ? ['--project=server'] : []
  return {
    name: run.name,
    command: ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...projects],
    env: { TEST_DATABASE_URL: run.server ?? '', UNUSUAL_REPORT: unusualReport },
    report,
    unusualReport,
    listUnusual: (content) => UnusualTests.parse(content),
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

function unusualOf({ unusualReport, listUnusual }: TestStage): UnusualTests {
  try {
    return listUnusual(JSON.parse(readFileSync(unusualReport, 'utf8')))
  } catch {
    return { skipped: [], flaky: [] }
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
