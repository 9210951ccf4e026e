import path from 'node:path'

import { english, message, type Message } from '#contract/messages/message'

import { openHelperPool } from '../helper-pool.ts'
import { HelperEnded } from '../helper-process.ts'
import type { DecodeAnswer, Decoded, DecodeRequest } from './decode-messages.ts'

/** Reads images in separate processes, with limits on time and memory. */
export interface Decoder extends AsyncDisposable {
  /**
   * @throws {UndecodableImage} with a message for the user; {HelperUnavailable} if the file could not be
   * checked.
   */
  decode(request: DecodeRequest): Promise<Decoded>
  /** Whether a request would wait for others. */
  readonly isBusy: boolean
}

export class UndecodableImage extends Error {
  readonly reason: 'unusable' | 'too_large' | 'unsupported'
  readonly told: Message
  constructor(reason: UndecodableImage['reason'], told: Message) {
    super(english(told))
    this.name = 'UndecodableImage'
    this.reason = reason
    this.told = told
  }
}

/**
 * Enough for the largest pictures: 100 megapixels of JPEG 2000, whose samples the codec keeps in 32
 * bits, and 400 megapixels that have to be turned by a right angle.
 */
const limits = { ms: 60_000, bytes: 2_000_000_000, mostRequests: 1000 }
const program = path.join(import.meta.dirname, 'decode-process.ts')

/** Message for a file on which a decoding process ended. */
const judgements = {
  late: 'files.decodingTookLong',
  hungry: 'files.needsMemory',
  died: 'files.crashesDecoder',
} as const

/** @param size number of files decoded at the same time */
export function openDecoder(size: number): Decoder {
  const pool = openHelperPool<DecodeRequest, DecodeAnswer>(program, {
    ...limits,
    size,
    execArgv: ['--max-old-space-size=512'],
  })
  return {
    get isBusy() {
      return pool.isBusy
    },
    async decode(request) {
      const answer = await pool.ask(request).catch((error: unknown) => {
        if (!(error instanceof HelperEnded)) throw error
        throw new UndecodableImage('unusable', message(judgements[error.by]))
      })
      if (!answer.ok) throw new UndecodableImage(answer.reason, answer.told)
      return answer.decoded
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
