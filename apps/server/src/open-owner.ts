import path from 'node:path'

import type { PoolConfig } from 'pg'

import type { Config } from './config.ts'
import { findRunning } from './platform/database/embedded/running.ts'
import { startEmbeddedPostgres } from './platform/database/embedded/embedded.ts'

/**
 * The connection of a command as the owner of the database: to the server of the settings, or to
 * the embedded one, which is started until the resources are disposed of if no Fovea runs on it.
 */
export async function openOwner(
  {
    databaseUrl,
    databaseListenUrl = databaseUrl,
    databaseOwnerUrl = databaseListenUrl,
    dataFolder,
  }: Config,
  resources: AsyncDisposableStack,
): Promise<PoolConfig> {
  if (databaseOwnerUrl !== undefined) return { connectionString: databaseOwnerUrl }
  const folder = path.join(dataFolder, 'database')
  const running = await findRunning(folder)
  return running ?? resources.use(await startEmbeddedPostgres(folder)).owner
}
