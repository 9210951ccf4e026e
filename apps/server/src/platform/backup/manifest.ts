import { z } from 'zod'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const Content = { sha256: Sha256, size: z.int() }

/** A file of the data folder. */
export const SavedFile = z.object({
  /** Relative to the data folder, with '/'. */
  path: z.string().refine(staysInside, 'leads out of the data folder'),
  ...Content,
  /** Milliseconds since 1970: the file is read again if it or the size has changed. */
  modified: z.number(),
})
export type SavedFile = z.infer<typeof SavedFile>

/** The rows of a table as PostgreSQL's COPY writes them as text, packed by gzip. */
export const SavedTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  ...Content,
})
export type SavedTable = z.infer<typeof SavedTable>

const SavedDatabase = z.object({
  /** Names of the applied migrations, in their order. */
  migrations: z.array(z.string()).min(1),
  /** Version of the job queue's schema. */
  queue: z.number(),
  tables: z.array(SavedTable),
  /** The last value of each sequence, and whether it was used. */
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), last: z.string(), used: z.boolean() }),
  ),
})
export type SavedDatabase = z.infer<typeof SavedDatabase>

/** Everything that a backup contains. It is written last: without it there is no backup. */
export const Manifest = z.object({
  form: z.literal(1),
  /** When the rows were read. */
  at: z.iso.datetime(),
  /** Version of Fovea that wrote the backup. */
  product: z.string(),
  /** Fingerprint of the installation's secret key, which is not in the backup. */
  secret_key: z.string(),
  database: SavedDatabase,
  files: z.array(SavedFile),
  /** Files that rows refer to and that the data folder did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** All contents of a backup, but for the manifest. */
export function contentsOf({ database, files }: Manifest): readonly { sha256: string }[] {
  return [...database.tables, ...files]
}

function staysInside(file: string): boolean {
  const parts = file.split('/')
  return !file.includes('\0') && parts.every((part) => part !== '' && part !== '.' && part !== '..')
}
