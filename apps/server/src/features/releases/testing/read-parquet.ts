import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const peer = path.join(import.meta.dirname, '../../../../../../tests/parquet-peer')

/** Whether a reader in Rust is there, which shares no code with the writer. */
export const canReadParquet = existsSync(path.join(peer, 'node_modules/parquet-wasm'))
if (!canReadParquet)
  console.warn('SKIPPED: Parquet is not read back (npm ci --prefix tests/parquet-peer).')

interface ReadTable {
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** A Parquet file, as the other program reads it. */
export async function readParquet(content: Buffer): Promise<ReadTable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-parquet-'))
  try {
    const file = path.join(folder, 'table.parquet')
    await writeFile(file, content)
    const run = spawnSync(process.execPath, [path.join(peer, 'read.mjs'), file], {
      encoding: 'utf8',
    })
    if (run.status !== 0) throw new Error(run.stderr)
    return JSON.parse(run.stdout) as ReadTable
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
