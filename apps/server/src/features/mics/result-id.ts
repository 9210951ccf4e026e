import type { Analysis } from '../analysis/queries.ts'

/**
 * The result that identifies an analysis for the order system: its report, which may be missing.
 */
export function resultIdOf(analysis: Analysis): number {
  const report = analysis.results.find(({ kind }) => kind === 'report')
  return report?.id ?? analysis.naming_result
}
