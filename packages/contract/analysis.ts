import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { BooleanText, Id, IdText, idParams, Instant, Told } from './primitives.ts'

export const resultKinds = [
  'quality',
  'optic_disc',
  'vessels',
  'arteries_veins',
  'zones',
  'risk',
  'report',
] as const

/** One picture or set of numbers that an analysis made of an image. */
export const AnalysisResult = z.object({
  id: Id,
  kind: z.enum(resultKinds),
  name: z.string(),
  created_at: Instant,
  model: z.object({ name: z.string(), version: z.string() }),
  width: z.int(),
  height: z.int(),
})
export type AnalysisResult = z.infer<typeof AnalysisResult>

export const requestAnalysis = endpoint({
  method: 'POST',
  path: '/api/resultAI/inference/',
  summary: 'Queue the analysis of one image',
  access: 'member',
  query: z.strictObject({ original_id: IdText }),
  response: Told.extend({ task: z.object({ id: Id, name: z.string() }) }),
})

export const getResult = endpoint({
  method: 'GET',
  path: '/api/resultAI/:id',
  summary: 'The picture of a result, or its numbers as JSON',
  access: 'member',
  params: idParams,
  query: z.strictObject({ asAttachment: BooleanText.optional(), asJson: BooleanText.optional() }),
  response: bytes,
})
