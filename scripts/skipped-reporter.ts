import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Reporter, TestModule } from 'vitest/node'

import type { SkippedTest } from './skipped.ts'

const told = /^SKIPPED: (.+)$/gm

/**
 * Writes which tests were skipped and why to the file that SKIPPED_REPORT names. A file of tests
 * gives the reason by `console.warn('SKIPPED: …')`.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes the default export.
export default class SkippedReporter implements Reporter {
  readonly #reasons = new Map<string, Set<string>>()

  onUserConsoleLog({ content, taskId = '' }: { content: string; taskId?: string }): void {
    for (const [, reason = ''] of content.matchAll(told)) {
      const reasons = this.#reasons.get(taskId) ?? new Set()
      this.#reasons.set(taskId, reasons.add(reason))
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
      const reasons = [...(this.#reasons.get(module.id) ?? [])]
      return {
        test: `${module.relativeModuleId}: ${test.fullName}`,
        reason: note ?? reasons.join('; '),
      }
    })
  }
}
