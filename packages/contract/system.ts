import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Readiness } from './info.ts'
import { Told } from './primitives.ts'

/** Result of a check of all stored data (`npm run check-data`). */
export const DataCheck = z.object({
  checked_at: z.iso.datetime(),
  /** Files that the database refers to. */
  files: z.int(),
  files_missing: z.int(),
  files_damaged: z.int(),
  /** Entries of the audit trail that are as they were sealed. */
  audit_entries: z.int(),
  /** Places at which the audit trail is not intact. */
  audit_findings: z.int(),
})
export type DataCheck = z.infer<typeof DataCheck>

/** A backup that was completed (`npm run backup`). */
export const BackupMade = z.object({
  made_at: z.iso.datetime(),
  files: z.int(),
  /** Files that the database refers to, and that were missing or damaged. */
  files_missing: z.int(),
  encrypted: z.boolean(),
})
export type BackupMade = z.infer<typeof BackupMade>

/** Percentage of the storage in use from which administrators are warned. */
export const nearlyFullPercent = 90

export const SystemState = z.object({
  versions: z.object({ product: z.string(), node: z.string(), postgres: z.string() }),
  readiness: Readiness,
  uptime_seconds: z.int(),
  memory_bytes: z.int(),
  storage: z.object({
    free_bytes: z.int(),
    total_bytes: z.int(),
    /** Storage used by the originals of all images. */
    images_bytes: z.int(),
    /** Images whose original is missing or damaged. */
    images_missing: z.int(),
  }),
  /** The latest backup; null if there was none since this installation records them. */
  backup: BackupMade.nullable(),
  /** The latest check; null if there was none. */
  data_check: DataCheck.nullable(),
  database: z.object({ bytes: z.int(), connections: z.int(), migrations: z.array(z.string()) }),
  /** Tasks of each kind by status; those that ended are of the last 24 hours. */
  queue: z.array(
    z.object({
      kind: z.string(),
      /** As the group of these tasks is called on the page of tasks. */
      group_told: Told,
      queued: z.int(),
      running: z.int(),
      succeeded: z.int(),
      failed: z.int(),
    }),
  ),
  counts: z.object({ users: z.int(), datasets: z.int(), images: z.int(), annotations: z.int() }),
})
export type SystemState = z.infer<typeof SystemState>

export const getSystem = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  summary: 'Versions, storage, database and queue',
  access: 'installation',
  response: SystemState,
})
