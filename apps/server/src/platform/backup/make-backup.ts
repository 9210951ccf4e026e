import { Client, type PoolConfig } from 'pg'

import type { Clock } from '../clock.ts'
import type { FileStore } from '../files/file-store.ts'
import type { BackupFolder } from './backup-folder.ts'
import { contentsOf, type Manifest, type SavedFile } from './manifest.ts'
import { saveDatabase } from './save-database.ts'
import { saveFiles, type SavedFiles } from './save-files.ts'

/** A file that rows refer to. */
export interface StoredReference {
  /** Relative to the data folder. */
  readonly path: string
  /** In hexadecimal; null: the rows do not say. */
  readonly sha256: string | null
}

interface Source {
  /** The owner of the database. */
  readonly owner: PoolConfig
  readonly dataFolder: string
  /** Where files are, if not in the data folder. */
  readonly bucket: FileStore | null
  readonly secretKeyFile: string
  /** Fingerprint of the secret key. */
  readonly secretKey: string
  readonly product: string
  readonly clock: Clock
  /** The files that rows refer to, as seen by this client. */
  readonly references: (client: Client) => Promise<readonly StoredReference[]>
  /** Files whose state just before the rows were read fits them best. */
  readonly growing: readonly string[]
}

/**
 * Adds a backup to the folder, while the server runs or not. Files are written before their rows
 * and are not changed afterwards, so that those copied before and after the rows were read include
 * every file of the rows; a file that was removed meanwhile is noted as missing.
 * @returns its name and content
 */
export async function makeBackup(
  folder: BackupFolder,
  source: Source,
): Promise<{ name: string; manifest: Manifest }> {
  const { objects } = folder
  const saving = { ...source, objects }
  // Most files are copied here, and those that arrive in the meantime by the second call.
  const first = await saveFiles(saving, await filesOfNewest(folder))
  const before = await saveFiles(saving, first)
  const at = source.clock().toISOString()
  const { database, references } = await readRows(source, async (client) => ({
    database: await saveDatabase(client, objects),
    references: await source.references(client),
  }))
  const after = new Map(await saveFiles(saving, before))
  for (const file of source.growing) restoreEntry(after, before, file)
  const files = new Map([...before, ...after])
  const manifest: Manifest = {
    form: 1,
    at,
    product: source.product,
    secret_key: source.secretKey,
    database,
    files: [...files.values()],
    missing: references.filter((each) => !isSaved(files, each)).map(({ path }) => path),
  }
  await ensureStored(folder, manifest)
  return { name: await folder.add(manifest), manifest }
}

async function filesOfNewest(folder: BackupFolder): Promise<SavedFiles> {
  const newest = (await folder.names()).at(-1)
  const { files } = newest === undefined ? { files: [] } : await folder.read(newest)
  return new Map(files.map((file) => [file.path, file]))
}

/** Does the work on one state of the database, which others may change meanwhile. */
async function readRows<T>(source: Source, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(source.owner)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await work(client)
  } finally {
    await client.end()
  }
}

function restoreEntry(after: Map<string, SavedFile>, before: SavedFiles, file: string): void {
  const entry = before.get(file)
  if (entry === undefined) after.delete(file)
  else after.set(file, entry)
}

function isSaved(files: SavedFiles, { path, sha256 }: StoredReference): boolean {
  const file = files.get(path)
  return file !== undefined && (sha256 === null || sha256 === file.sha256)
}

/** Contents of earlier backups may have been removed by hand. */
async function ensureStored({ objects }: BackupFolder, manifest: Manifest): Promise<void> {
  for (const { sha256 } of contentsOf(manifest)) {
    if (!(await objects.has(sha256))) throw new Error(`The backup has lost the content ${sha256}.`)
  }
}
