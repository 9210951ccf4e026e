import { log } from '../../log.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { restartPostgres, startPostgres, type PostgresProcess, type Start } from './process.ts'

/** A database that ends this often within this time cannot be kept alive. */
const most = { restarts: 5, withinMs: 60_000 }

/**
 * Keeps a database running at one port until it is stopped, restarting it if it ends unexpectedly. `failure`
 * resolves if that is impossible.
 * @throws {EmbeddedDatabaseError} if the first start fails
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
