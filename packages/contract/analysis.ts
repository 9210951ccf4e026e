import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { BooleanText, Id, IdText, idParams, Instant, StartedTask, Told } from './primitives.ts'
import { resultKinds } from './results/kinds.ts'

/** Reasons why a result is out of date: it would now come out differently. */
export const staleReasons = [
  'image',
  'patient',
  'models',
  'correction',
  'references',
  'software',
] as const

export type StaleReason = (typeof staleReasons)[number]

/** The person whose corrected areas a result was measured on. */
export const Corrected = z.object({ by: z.string(), at: Instant })

/** One picture or set of numbers that an analysis made of an image. */
export const AnalysisResult = z.object({
  id: Id,
  kind: z.enum(resultKinds),
  name: z.string(),
  created_at: Instant,
  /** `sha256`: of the network's file; empty if no network took part. */
  model: z.object({ name: z.string(), version: z.string(), sha256: z.string() }),
  /** The version of the computation around the networks. */
  pipeline: z.string(),
  width: z.int(),
  height: z.int(),
  has_picture: z.boolean(),
  /** The areas that can be had as pictures of their own, such as arterioles and venules. */
  parts: z.array(z.string()),
  /** Names of the probability maps that `getResult` returns for `map`. */
  maps: z.array(z.string()),
  stale: z.array(z.enum(staleReasons)),
  corrected: Corrected.nullable(),
})
export type AnalysisResult = z.infer<typeof AnalysisResult>

export const requestAnalysis = endpoint({
  method: 'POST',
  path: '/api/resultAI/inference/',
  summary: 'Queue the analysis of an image, once it has the order that its dataset may require',
  access: 'analyse',
  query: z.strictObject({ original_id: IdText }),
  response: Told.extend({ task: StartedTask }),
  seconds: 40,
})

const all = {
  path: '/api/resultAI/inference/all',
  access: 'analyse',
  query: z.strictObject({ dataset_id: IdText }),
  response: Told.extend({ task: StartedTask }),
} as const

export const requestAnalysisOfAll = endpoint({
  ...all,
  method: 'POST',
  summary:
    'Queue the analysis of a dataset’s images that have none; not of those that wait for an order',
})

export const requestAnalysisOfAllAgain = endpoint({
  ...all,
  method: 'PUT',
  summary: 'Queue the analysis of all images of a dataset, also of those that have one',
})

export const getAnalysisOfAll = endpoint({
  method: 'GET',
  path: '/api/resultAI/inference/all',
  summary: 'How far the analysis of a dataset is, and what there is to analyse',
  access: 'view',
  query: z.strictObject({ dataset_id: IdText }),
  response: z.object({
    /** The task under way, or null. */
    task: z.object({ id: Id, progress: z.number() }).nullable(),
    /** Progress of the running task: images finished, images failed, and the total. */
    done: z.int(),
    failed: z.int(),
    total: z.int(),
    /** Images of the dataset, and those of them that were analysed. */
    images: z.int(),
    analysed: z.int(),
  }),
})

/**
 * The categories whose annotations replace the areas that the analysis found; null keeps the found
 * area.
 */
export const Correction = z.strictObject({
  arterioles: Id.nullable(),
  venules: Id.nullable(),
  disc: Id.nullable(),
  /** The optic cup is measured only if a person has drawn it. */
  cup: Id.nullable().default(null),
})
export type Correction = z.infer<typeof Correction>

export const remeasure = endpoint({
  method: 'POST',
  path: '/api/resultAI/remeasure/',
  summary: 'Measure again on the annotations of an image instead of the areas that were found',
  access: 'analyse',
  query: z.strictObject({ original_id: IdText }),
  body: Correction,
  response: Told.extend({ task: StartedTask }),
})

export const discardCorrection = endpoint({
  method: 'DELETE',
  path: '/api/resultAI/remeasure/',
  summary: 'Measure again on the areas that the analysis finds; annotations stay as they are',
  access: 'analyse',
  query: z.strictObject({ original_id: IdText }),
  response: Told.extend({ task: StartedTask }),
})

export const findLesions = endpoint({
  method: 'POST',
  path: '/api/resultAI/assist/',
  summary: 'Queue one network’s search of an image, as a help for annotating it',
  access: 'analyse',
  query: z.strictObject({ original_id: IdText }),
  body: z.strictObject({ model: z.string().min(1).max(64) }),
  response: Told.extend({ task: StartedTask }),
})

export const getResult = endpoint({
  method: 'GET',
  path: '/api/resultAI/:id',
  summary: 'The picture of a result or of a part of it, a map of its probabilities, or its numbers',
  access: 'view',
  params: idParams,
  query: z.strictObject({
    asAttachment: BooleanText.optional(),
    asJson: BooleanText.optional(),
    part: z.string().max(64).optional(),
    /** A probability map: grey, 255 for 1; of the whole photograph, at the network’s resolution. */
    map: z.string().max(64).optional(),
  }),
  response: bytes,
})
