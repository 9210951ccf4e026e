import { AnalysisResult } from '#contract/analysis'

import type { ResultRow } from './queries.ts'

export function presentResult(row: ResultRow): AnalysisResult {
  return {
    id: row.id,
    kind: AnalysisResult.shape.kind.parse(row.kind),
    name: row.name,
    created_at: row.created_at.toISOString(),
    model: { name: row.model_name, version: row.model_version },
    width: row.width,
    height: row.height,
  }
}
