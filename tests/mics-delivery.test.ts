import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { haveHl7Peer, startHl7Receiver } from '../apps/server/src/features/mics/testing/hl7-peer.ts'
import { openDatabase, type Db } from '../apps/server/src/platform/database/database.ts'
import { createTestDatabase } from '../apps/server/src/testing/test-database.ts'

const script = 'apps/server/src/features/mics/testing/delivery-process.ts'
const kills = 30
const imageCount = 8

test.skipIf(!haveHl7Peer())(
  `every result reaches the order system once, though the server is killed ${kills} times at any moment`,
  { timeout: 300_000 },
  async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database[Symbol.asyncDispose]())
    const { connectionString } = database.connection
    const { db } = await openDatabase({ connectionString, max: 2 })
    onTestFinished(() => db.destroy())
    const receiver = await startHl7Receiver()
    onTestFinished(() => receiver[Symbol.asyncDispose]())
    await givenImages(db, receiver.port)

    for (let round = 0; round < kills; round += 1) {
      const server = startServer([connectionString, receiver.port, round * 60, 'analyse'])
      await server.works
      await sleep(300 * Math.random())
      await server.kill()
    }
    // An hour later, when what the dead had taken is free again.
    startServer([connectionString, receiver.port, 3600, 'deliver'])
    const waiting = db.selectFrom('outbox').select('id').where('delivered_at', 'is', null)
    await expect.poll(() => waiting.execute(), { timeout: 120_000 }).toEqual([])

    const results = await db.selectFrom('analysis_result').select('image_id').execute()
    const letters = await db.selectFrom('outbox').select('key').execute()
    expect(results.length).toBeGreaterThan(0)
    expect(letters).toHaveLength(results.length)
    const versions = Map.groupBy(results, ({ image_id }) => image_id)
    const expected = [...versions].map(([imageId, { length }]) => ({ imageId, version: length }))
    const kept = () =>
      receiver
        .kept()
        .map(({ imageId, version }) => ({ imageId, version }))
        .toSorted(byImage)
    await expect.poll(kept).toEqual(expected.toSorted(byImage))
    const states = await db.selectFrom('image').select('mics_state').execute()
    const analysed = states.filter((image) => image.mics_state !== 'Unreferred')
    expect(analysed).toEqual(expected.map(() => ({ mics_state: 'FinishedTransmit' })))
  },
)

const byImage = (a: { imageId: number }, b: { imageId: number }): number => a.imageId - b.imageId

async function givenImages(db: Db, PORT: number): Promise<void> {
  const MICS = { REQUIRESEND: true, IP: '127.0.0.1', PORT }
  const { id } = await db
    .insertInto('dataset')
    .values({ name: 'Clinic', owner_id: null, settings: JSON.stringify({ MICS }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('image')
    .values(
      Array.from({ length: imageCount }, (_, index) => ({
        dataset_id: id,
        file_name: `${index}.png`,
        sha256: Buffer.alloc(32, index),
        size: 1,
        media_type: 'image/png',
        width: 9,
        height: 9,
        patient_id: `P-${index}`,
        mics_meta: JSON.stringify({ ORD_SEQ: `100${index}` }),
      })),
    )
    .execute()
}

function startServer(args: readonly (string | number)[]) {
  const child = spawn(process.execPath, [script, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return { works: once(child.stdout, 'data'), kill }
}
