import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { idParams, StartedTask } from './primitives.ts'

/** Findings of a scan of a dataset's folder: the result of its task. */
export const ScanReport = z.object({
  /** Files that were looked at; each is one of the next six. */
  files: z.int(),
  added: z.int(),
  unchanged: z.int(),
  /** Known by their content under another name. */
  renamed: z.int(),
  /** Were missing, and are there again. */
  returned: z.int(),
  /** Files of images that are in the undo list. */
  deleted: z.int(),
  /** Not added, each with a warning that says why. */
  left_out: z.int(),
  /** Images whose file existed before and is missing. */
  missing: z.int(),
})
export type ScanReport = z.infer<typeof ScanReport>

const start = {
  path: '/api/dataset/:id/scan',
  summary: 'Start a scan of the dataset’s folder for new, renamed and vanished files',
  access: 'collect',
  params: idParams,
  response: StartedTask,
} as const

export const startScan = endpoint({ ...start, method: 'POST' })

/** The same for callers that know only the documented GET. */
export const startScanByGet = endpoint({ ...start, method: 'GET', changesState: true })
