import { setTimeout as sleep } from 'node:timers/promises'

import { isDatabaseAway, type Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { storageProblem } from '../../platform/http/receive-files.ts'
import { log } from '../../platform/log.ts'

interface Deps {
  readonly db: Db
  readonly files: FileStore
}

interface NewFile<Row> {
  readonly key: string
  /** Current path of its bytes. */
  readonly source: string
  /** Inserts the row; @throws {Problem} if another has its name. */
  readonly takeName: (trx: Db) => Promise<Row>
}

/** Stores a row, its file, and their consequences, or none of them. */
export async function withFile<Row, T>(
  { db, files }: Deps,
  { key, source, takeName }: NewFile<Row>,
  follow: (trx: Db, row: Row) => Promise<T>,
): Promise<T> {
  const wasThere = (await files.find(key)) !== undefined
  let isPut = false
  try {
    return await db.transaction().execute(async (trx) => {
      const row = await takeName(trx)
      await files.put(key, source).catch((error: unknown) => {
        throw storageProblem(error)
      })
      isPut = true
      return follow(trx, row)
    })
  } catch (error) {
    // Not awaited: the database may be unavailable for a while.
    if (isPut && !wasThere) void takeBack({ db, files }, key, takeName)
    throw error
  }
}

/** The name is taken for a moment, and released with the transaction. */
class NameGivenBack extends Error {}

const tries = { most: 300, pauseMs: 1000 }

/**
 * Removes a file whose row was not created, as soon as the database can confirm it. The file stays
 * if the row was created although its commit was not confirmed, or if another upload has taken the
 * name.
 */
async function takeBack(
  { db, files }: Deps,
  key: string,
  takeName: NewFile<unknown>['takeName'],
): Promise<void> {
  for (let count = 0; count < tries.most; count++) {
    try {
      await db.transaction().execute(async (trx) => {
        await takeName(trx)
        await files.remove(key)
        throw new NameGivenBack()
      })
    } catch (error) {
      if (error instanceof NameGivenBack || error instanceof Problem) return
      if (!isDatabaseAway(error)) {
        log.error('a file was left without its row', error, { key })
        return
      }
    }
    await sleep(tries.pauseMs, undefined, { ref: false })
  }
}
