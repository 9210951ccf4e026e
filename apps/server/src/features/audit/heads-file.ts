import { createHmac } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

import { presentOf } from '../../platform/secrets.ts'

/**
 * A line of the file of heads, which records outside the database how far the trail was sealed.
 * `opened`: the first line, with the last seal made without a key; `anew`: the same, if keyed seals
 * existed already.
 */
export interface Head {
  readonly kind: 'opened' | 'reopen' | 'sealed'
  readonly at: Date
  readonly seal: number
  /** The id of the row with that seal. */
  readonly entry: number
  /** The seal up to which expired rows may have been removed. */
  readonly dropped: number
  readonly hash: Buffer
}

/** The current lines of the file. */
export interface Heads {
  readonly count: number
  /** Undefined if we did not write the line. */
  at(index: number): Promise<Head | undefined>
  /**
   * Index among the keys of the one with which the line was written after the line before it;
   * undefined if with none of them.
   */
  keyOf(index: number): Promise<number | undefined>
  /**
   * Index of the first line for which this is true; `count` if there is none. The lines are ordered
   * by it.
   */
  firstOf(isPast: (head: Head, index: number) => boolean | Promise<boolean>): Promise<number>
}

/** The file, and the keys with which its lines were written, the oldest first. */
interface HeadsFile {
  readonly file: string
  readonly keys: readonly Buffer[]
}

const pattern =
  /^(?<at>\S{24}) (?<kind>opened|reopen|sealed) (?<seal>\d{16}) (?<entry>\d{16}) (?<dropped>\d{16}) (?<hash>[0-9a-f]{64}) (?<mac>[0-9a-f]{64})\n$/
/** All lines are equally long, so that a line is found without reading those before it. */
const lineBytes = 213

/** Reads the file; a missing file has no lines. */
export async function readHeads<T>(
  { file, keys }: HeadsFile,
  work: (heads: Heads) => Promise<T>,
): Promise<T> {
  await using handle = await open(file, 'r').catch(whereAbsent)
  const size = handle === undefined ? 0 : (await handle.stat()).size
  const count = Math.floor(size / lineBytes)
  const text = async (index: number): Promise<string> => (index < 0 ? '' : readLine(handle, index))
  const heads: Heads = {
    count,
    at: async (index) => parseHead(await text(index)),
    async keyOf(index) {
      const line = await text(index)
      const before = index === 0 ? '' : macOf(await text(index - 1))
      if (parseHead(line) === undefined) return undefined
      const found = keys.findIndex((key) => macOf(line) === sign(key, before, contentOf(line)))
      return found === -1 ? undefined : found
    },
    async firstOf(isPast) {
      let [from, to] = [0, count]
      while (from < to) {
        const middle = Math.floor((from + to) / 2)
        const head = parseHead(await text(middle))
        if (head !== undefined && (await isPast(head, middle))) to = middle
        else from = middle + 1
      }
      return from
    },
  }
  return await work(heads)
}

/**
 * Adds a line with the present key and waits until it is on disk; the caller ensures that there is
 * no other writer.
 */
export async function appendHead({ file, keys }: HeadsFile, head: Head): Promise<void> {
  await using handle = await open(file, 'a+', 0o600)
  const { size } = await handle.stat()
  // A process that was killed while writing has left a partial line.
  const whole = size - (size % lineBytes)
  if (whole !== size) await handle.truncate(whole)
  const before = whole === 0 ? '' : macOf(await readLine(handle, whole / lineBytes - 1))
  const content = format(head)
  await handle.write(`${content} ${sign(presentOf(keys), before, content)}\n`)
  await handle.sync()
}

function format({ at, kind, seal, entry, dropped, hash }: Head): string {
  const numbers = [seal, entry, dropped].map((number) => String(number).padStart(16, '0'))
  return [at.toISOString(), kind, ...numbers, hash.toString('hex')].join(' ')
}

function parseHead(line: string): Head | undefined {
  const found = pattern.exec(line)?.groups
  if (found === undefined) return undefined
  const at = new Date(found['at'] ?? '')
  if (Number.isNaN(at.getTime())) return undefined
  return {
    kind: found['kind'] as Head['kind'],
    at,
    seal: Number(found['seal']),
    entry: Number(found['entry']),
    dropped: Number(found['dropped']),
    hash: Buffer.from(found['hash'] ?? '', 'hex'),
  }
}

const macCharacters = 64

function contentOf(line: string): string {
  return line.slice(0, -macCharacters - 2)
}

function macOf(line: string): string {
  return line.slice(-macCharacters - 1, -1)
}

function sign(key: Buffer, before: string, content: string): string {
  return createHmac('sha256', key).update(`${before}\n${content}`).digest('hex')
}

async function readLine(handle: FileHandle | undefined, index: number): Promise<string> {
  const buffer = Buffer.alloc(lineBytes)
  const { bytesRead } = (await handle?.read(buffer, 0, lineBytes, index * lineBytes)) ?? {
    bytesRead: 0,
  }
  return buffer.toString('latin1', 0, bytesRead)
}

function whereAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
