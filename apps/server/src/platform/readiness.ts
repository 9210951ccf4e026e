import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Readiness, ServerPart } from '#contract/info'

import type { Db } from './database/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { Decoder } from './images/decoder.ts'
import { log } from './log.ts'
import type { Models } from './models/models.ts'

interface Parts {
  readonly db: Db
  readonly dataFolder: string
  readonly files: Pick<FileStore, 'check'>
  readonly temporaryFolder: string
  readonly decoder: Decoder
  readonly models: Pick<Models, 'try'>
}

/** Checks what the server needs to work. */
export interface Readied {
  /** Result of the last check, repeated if it is older than a moment. */
  check(): Promise<Readiness>
}

type State = Readiness[ServerPart]

/** Of a person who looks at the page of the server. */
const personalPatienceMs = 10_000

interface Pace {
  /** Time after which a part counts as unavailable. */
  readonly patienceMs: number
  /** Requests within this time get the same answer, so that polling causes no load. */
  readonly holdsMs?: number
}

export function openReadiness(parts: Parts): Readied {
  const tries: Record<ServerPart, () => Promise<State>> = {
    database: () => tryDatabase(parts.db),
    storage: async () => {
      await tryFiles(parts.files)
      return tryFolder(parts.dataFolder)
    },
    decoder: () => tryDecoder(parts),
    models: async () => {
      await parts.models.try()
      return 'works'
    },
  }
  return keepTrying(tries, { patienceMs: personalPatienceMs })
}

/** A try of one part. */
interface Attempt {
  readonly startedAt: number
  /** In time: `fails` if the part has not answered by then. */
  readonly answer: Promise<State>
  isOver: boolean
}

/** After this many times its patience, a try that does not end is given up, and another begins. */
const triesGivenUp = 3

/**
 * Tries all parts at once when asked, unless that was done a moment ago. While a part keeps a try
 * waiting, it fails at once, so that a balancer learns it soon and tries do not pile up.
 */
export function keepTrying<Part extends string>(
  tries: Readonly<Record<Part, () => Promise<State>>>,
  { patienceMs, holdsMs = 2000 }: Pace,
): { check(): Promise<Record<Part, State>> } {
  let last: Promise<Record<Part, State>> | undefined
  let triedAt = 0
  const attempts = new Map<Part, Attempt>()

  function stateOf(part: Part): Promise<State> {
    const before = attempts.get(part)
    const now = performance.now()
    if (before?.isOver === false && now - before.startedAt < triesGivenUp * patienceMs)
      return before.answer
    const work = tries[part]()
    const attempt: Attempt = {
      startedAt: now,
      answer: inTime(part, work, patienceMs),
      isOver: false,
    }
    const end = (): void => {
      attempt.isOver = true
    }
    work.then(end, end)
    attempts.set(part, attempt)
    return attempt.answer
  }

  async function tryAll(): Promise<Record<Part, State>> {
    const states = (Object.keys(tries) as Part[]).map(
      async (part) => [part, await stateOf(part)] as const,
    )
    return Object.fromEntries(await Promise.all(states)) as Record<Part, State>
  }

  return {
    check() {
      const now = performance.now()
      if (last !== undefined && now - triedAt < holdsMs) return last
      triedAt = now
      last = tryAll()
      return last
    },
  }
}

async function inTime(part: string, work: Promise<State>, patienceMs: number): Promise<State> {
  const done = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: done.signal }).then(() => {
    throw new Error('It did not answer in time.')
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    log.error(`${part} does not work`, error)
    return 'fails'
  } finally {
    late.catch(() => undefined)
    done.abort()
  }
}

/**
 * PostgreSQL counts the pages whose checksum was wrong when read: of this database, and of the
 * catalogues that all databases of the server share.
 */
export async function tryDatabase(db: Db): Promise<State> {
  const { rows } = await sql<{ damaged: number }>`
    select coalesce(sum(checksum_failures), 0)::int as damaged from pg_stat_database
    where datname = current_database() or datid = 0`.execute(db)
  return (rows[0]?.damaged ?? 0) > 0 ? 'damaged' : 'works'
}

export async function tryFiles(files: Pick<FileStore, 'check'>): Promise<State> {
  await files.check()
  return 'works'
}

/** Writes a file to the data folder, reads it again and removes it. */
export async function tryFolder(dataFolder: string): Promise<State> {
  const file = path.join(dataFolder, `.ready-${randomUUID()}.part`)
  const content = randomUUID()
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return (await readFile(file, 'utf8')) === content ? 'works' : 'damaged'
  } finally {
    await rm(file, { force: true })
  }
}

/** A bitmap of one white pixel. */
const pixel = Buffer.from(
  'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==',
  'base64',
)

/** If every process is busy, its work shows whether it is alive. */
async function tryDecoder({ decoder, temporaryFolder }: Parts): Promise<State> {
  if (decoder.isBusy) return 'works'
  const source = path.join(temporaryFolder, `ready-${randomUUID()}.part`)
  await mkdir(temporaryFolder, { recursive: true })
  try {
    await writeFile(source, pixel)
    const { width, height } = await decoder.decode({ kind: 'inspect', source, format: 'bmp' })
    return width === 1 && height === 1 ? 'works' : 'fails'
  } finally {
    await rm(source, { force: true })
  }
}
