// A separate process that holds an embedded database, to test what happens when it dies. Arguments: the
// folder, and 'write' to insert rows until the end. Writes JSON lines: the database's settings, then the
// number of each row once it is committed.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

import { startEmbeddedPostgres } from './embedded.ts'

const [folder = '', task] = process.argv.slice(2)
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())

await using embedded = await startEmbeddedPostgres(folder)
const client = new Client(embedded.owner)
await client.connect()
await client.query('create table if not exists entry (number int primary key)')
process.stdout.write(`${JSON.stringify({ how: embedded.how })}\n`)
if (task === 'write') await writeRows()
else await sleep(60_000, undefined, { signal: stop.signal }).catch(() => {})
await client.end()

async function writeRows(): Promise<void> {
  for (let number = 1; !stop.signal.aborted; number++) {
    await client.query('insert into entry values ($1)', [number])
    process.stdout.write(`${number}\n`)
  }
}
