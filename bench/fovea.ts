import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'
import sharp from 'sharp'

import { createDataset } from '#contract/datasets'
import { uploadImage } from '#contract/images'

import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../apps/server/src/platform/database/embedded/embedded.ts'
import { type NetworkClient, signedIn } from '../tests/http-client.ts'
import { startFovea } from '../tests/running-fovea.ts'

/** Fovea with a database that can be filled directly, and a user with a dataset. */
export interface Workplace extends AsyncDisposable {
  readonly address: string
  readonly database: Client
  /** The server's process. */
  readonly pid: number
  /** Of the database, with its log. */
  readonly folder: string
  readonly kim: NetworkClient
  readonly dataset: number
  readonly category: number
}

export async function openWorkplace(env: Record<string, string> = {}): Promise<Workplace> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-bench-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const postgres = resources.use(await startEmbeddedPostgres(path.join(folder, 'database')))
  const url = addressOf(postgres.owner)
  const fovea = await startFovea({
    ...env,
    DATABASE_URL: addressOf(postgres.connection),
    DATABASE_OWNER_URL: url,
  })
  resources.defer(() => fovea.stop())
  const database = new Client({ connectionString: url })
  await database.connect()
  resources.defer(() => database.end())
  const kim = await signedIn(fovea.address, 'kim')
  const dataset = await kim.call(createDataset, { body: { name: 'Bench', categories: ['lesion'] } })
  const opened = resources.move()
  return {
    address: fovea.address,
    database,
    pid: fovea.pid(),
    folder: path.join(folder, 'database'),
    kim,
    dataset: dataset.id,
    category: dataset.categories[0] ?? 0,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function addressOf({ user, password, host, port, database }: EmbeddedPostgres['owner']): string {
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}

/** Uploads a picture with detail everywhere, so that it compresses like a photograph. */
export async function uploadPhotograph(
  { kim, dataset }: Workplace,
  side: number,
  name = `photograph-${side}`,
): Promise<{ id: number; content: Buffer }> {
  const noise = { type: 'gaussian', mean: 120, sigma: 24 } as const
  const picture = sharp({
    create: { width: side, height: side, channels: 3, background: '#a05020', noise },
  })
  const content = await picture.jpeg({ quality: 90 }).toBuffer()
  const file = { name: `${name}.jpg`, content }
  const { image } = await kim.call(uploadImage, { query: { dataset_id: dataset }, file })
  return { id: image.id, content }
}
