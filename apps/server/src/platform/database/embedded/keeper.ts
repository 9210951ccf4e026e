import { log } from '../../log.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { restartPostgres, startPostgres, type PostgresProcess, type Start } from './process.ts'

/** A database that ends so often within so long does not live, whatever is done. */
const most = { restarts: 5, withinMs: 60_000 }

/**
 * Keeps a database running at one port until it is stopped: one that ends unasked is started again.
 * `failure` resolves where that cannot be done.
 * @throws {EmbeddedDatabaseError} where it does not start for the first time.
 */
export async function keepPostgres(start: Start): Promise<PostgresProcess> {
  let current = await startPostgres(start)
  const { port } = current
  const failure = Promise.withResolvers<Error>()
  let stopping = false

  async function keep(): Promise<void> {
    const ends: number[] = []
    for (;;) {
      await current.exited
      if (stopping) return
      const why = await current.failure
      ends.push(performance.now())
      if (isTooOften(ends)) throw why
      log.error('The database has ended and is started again', why)
      current = await restartPostgres(start, port)
      if (stopping) current.stop()
    }
  }
  const exited = keep().catch((error: unknown) => {
    if (stopping) return
    failure.resolve(error instanceof Error ? error : new EmbeddedDatabaseError(String(error)))
  })
  return {
    port,
    exited,
    failure: failure.promise,
    stop() {
      stopping = true
      current.stop()
    },
  }
}

function isTooOften(ends: readonly number[]): boolean {
  const before = ends.at(-1 - most.restarts)
  return before !== undefined && performance.now() - before < most.withinMs
}
