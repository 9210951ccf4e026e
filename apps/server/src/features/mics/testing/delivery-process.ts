// A server's part in writing results back, for tests of what happens when it is killed. Arguments:
// the connection string, the port of the receiver, by how many seconds the clock is ahead, and
// 'analyse' to finish analyses all the time. Says 'working' when it does.
import { setTimeout as sleep } from 'node:timers/promises'

import { openDatabase, type Db } from '../../../platform/database/database.ts'
import { openOutbound } from '../../../platform/http/outbound.ts'
import { openOutbox } from '../../../platform/outbox/outbox.ts'
import { resultDeliverer } from '../deliver-result.ts'
import { openOrderSystem } from '../order-system.ts'
import { postResult } from '../post-result.ts'

const [connectionString = '', port = '', ahead = '', task] = process.argv.slice(2)
const clock = (): Date => new Date(Date.now() + Number(ahead) * 1000)
const { db } = await openDatabase({ connectionString, max: 6 })
const outbound = openOutbound([`127.0.0.1:${port}`])
const orderSystem = openOrderSystem(
  { outbound, findReceived: () => Promise.resolve([]) },
  {
    adapter: 'hl7v2',
    whenMany: 'ask',
    reportUrl: '',
    characterSet: 'UTF-8',
    sendingApplication: 'FOVEA',
    sendingFacility: '',
    receivingApplication: 'HIS',
    receivingFacility: '',
  },
)
const noSecrets = { seal: () => '', open: () => undefined }
const outbox = openOutbox({ db, clock })
outbox.define([resultDeliverer({ db, clock, outbound, orderSystem, secrets: noSecrets })])
outbox.work()
process.stdout.write('working\n')
if (task === 'analyse') await finishMany()

async function finishMany(): Promise<never> {
  for (;;) {
    await finishOne(db)
    await sleep(10)
  }
}

/** Keeps a new result of some image, as an analysis does. */
async function finishOne(all: Db): Promise<void> {
  await all.transaction().execute(async (trx) => {
    const image = await trx
      .selectFrom('image')
      .selectAll()
      .orderBy((eb) => eb.fn('random'))
      .limit(1)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('analysis_result')
      .set({ replaced_at: clock() })
      .where('image_id', '=', image.id)
      .where('replaced_at', 'is', null)
      .execute()
    const { id } = await trx
      .insertInto('analysis_result')
      .values({
        image_id: image.id,
        kind: 'quality',
        name: 'Image quality',
        model_name: 'm',
        model_version: '1',
        image_sha256: image.sha256,
        width: image.width,
        height: image.height,
        numbers: '{}',
        created_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('image')
      .set({ mics_state: 'Finished' })
      .where('id', '=', image.id)
      .execute()
    await postResult({ outbox })(trx, { image, ids: { quality: id } })
  })
}
