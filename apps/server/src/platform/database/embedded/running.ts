import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { Client } from 'pg'

import { OWNER } from './cluster.ts'
import { ignoring } from './error.ts'
import type { EmbeddedConnection } from './embedded.ts'

/**
 * The owner's connection to the embedded database of a folder that another process has started;
 * undefined if none is running.
 */
export async function findRunning(folder: string): Promise<EmbeddedConnection | undefined> {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8').catch(ignoring('ENOENT'))
  const process = await read('cluster/postmaster.pid')
  const password = await read('password')
  if (!process || !password) return undefined
  // PostgreSQL's documentation, "Database File Layout": the fourth line is the port.
  const port = process.split('\n')[3]
  const connection = {
    host: '127.0.0.1',
    port: Number(port),
    user: OWNER,
    password: password.trim(),
    database: 'postgres',
  }
  const client = new Client(connection)
  try {
    await client.connect()
    return connection
  } catch {
    // The file is left over from a crash.
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
