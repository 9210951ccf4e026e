import { appendFile } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import type { BackupFolder } from './backup-folder.ts'
import type { Manifest } from './manifest.ts'

/** The file of the data folder that records erasures. */
const erasuresFile = 'erasures.log'

/** Ids alone reveal nothing about anybody. */
const which = { at: z.iso.datetime(), id: z.int() }

/** A row that was deleted for good. */
const RowErasure = z.object({
  ...which,
  kind: z.enum(['dataset', 'category', 'image', 'annotation']),
})

/** A patient who was erased, with the ids of images and documents. */
const PatientErasure = z.object({
  ...which,
  kind: z.literal('patient'),
  images: z.array(z.int()),
  documents: z.array(z.int()),
})
export type PatientErasure = z.infer<typeof PatientErasure>

const Erasure = z.union([RowErasure, PatientErasure])
export type RowErasure = z.infer<typeof RowErasure>
export type Erasure = z.infer<typeof Erasure>

/**
 * Adds a line to the record, which is on disk when this resolves. Backups contain the record, so
 * that restoring an older one can list data to erase again.
 */
export async function recordErasure(dataFolder: string, erasure: Erasure): Promise<void> {
  const line = `${JSON.stringify(erasure)}\n`
  await appendFile(path.join(dataFolder, erasuresFile), line, { mode: 0o600, flush: true })
}

/** The record in a backup; a backup without one has no erasures. */
export async function savedErasures(
  { objects }: BackupFolder,
  { files }: Manifest,
): Promise<Erasure[]> {
  const file = files.find(({ path: name }) => name === erasuresFile)
  if (file === undefined) return []
  const content = await Array.fromAsync(objects.read(file.sha256))
  return parseErasures(Buffer.concat(content).toString('utf8'))
}

/** Reads the lines of a record, except a last one that a killed process left incomplete. */
export function parseErasures(text: string): Erasure[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => Erasure.parse(JSON.parse(line)))
}
