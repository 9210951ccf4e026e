import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Reporter, TestCase, TestModule } from 'vitest/node'

import type { SkippedTest, UnusualTests } from './unusual.ts'

/** As `skips-by-file.ts` writes it. */
const told = /^SKIPPED in (.+?\.test\.tsx?): (.+)$/gm

/**
 * Writes which tests were skipped and why, and which passed only when tried again, to the file that
 * UNUSUAL_REPORT names. A file of tests gives the reason for skipping by `console.warn('SKIPPED: …')`.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes the default export.
export default class UnusualReporter implements Reporter {
  /** Of each file of tests. */
  readonly #reasons = new Map<string, Set<string>>()

  onUserConsoleLog({ content }: { content: string }): void {
    for (const [, file = '', reason = ''] of content.matchAll(told)) {
      const reasons = this.#reasons.get(file) ?? new Set()
      this.#reasons.set(file, reasons.add(reason))
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const unusual: UnusualTests = {
      skipped: modules.flatMap((module) => this.#skippedOf(module)),
      flaky: modules.flatMap(flakyOf),
    }
    const file = process.env['UNUSUAL_REPORT'] ?? '.cache/reports/unusual.json'
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(unusual))
  }

  #skippedOf(module: TestModule): SkippedTest[] {
    return [...module.children.allTests('skipped')].map((test) => {
      const result = test.result()
      const note = result.state === 'skipped' ? result.note : undefined
      const reasons = [...(this.#reasons.get(module.moduleId) ?? [])]
      return {
        test: nameOf(test),
        reason: note ?? reasons.join('; '),
      }
    })
  }
}

function flakyOf(module: TestModule): string[] {
  return [...module.children.allTests('passed')]
    .filter((test) => test.diagnostic()?.flaky === true)
    .map(nameOf)
}

function nameOf({ module, fullName }: TestCase): string {
  return `${module.relativeModuleId}: ${fullName}`
}
