import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Reporter, TestModule } from 'vitest/node'

import type { SkippedTest } from './skipped.ts'

/** As `skips-by-file.ts` writes it. */
const told = /^SKIPPED in (.+?\.test\.tsx?): (.+)$/gm

/**
 * Writes which tests were skipped and why to the file that SKIPPED_REPORT names. A file of tests
 * gives the reason by `console.warn('SKIPPED: …')`.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes the default export.
export default class SkippedReporter implements Reporter {
  /** Of each file of tests. */
  readonly #reasons = new Map<string, Set<string>>()

  onUserConsoleLog({ content }: { content: string }): void {
    for (const [, file = '', reason = ''] of content.matchAll(told)) {
      const reasons = this.#reasons.get(file) ?? new Set()
      this.#reasons.set(file, reasons.add(reason))
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => this.#skippedOf(module))
    const file = process.env['SKIPPED_REPORT'] ?? '.cache/reports/skipped.json'
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(skipped))
  }

  #skippedOf(module: TestModule): SkippedTest[] {
    return [...module.children.allTests('skipped')].map((test) => {
      const result = test.result()
      const note = result.state === 'skipped' ? result.note : undefined
      const reasons = [...(this.#reasons.get(module.moduleId) ?? [])]
      return {
        test: `${module.relativeModuleId}: ${test.fullName}`,
        reason: note ?? reasons.join('; '),
      }
    })
  }
}
