import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { answerParent } from './answer-parent.ts'

export type Request =
  | { readonly does: 'pid' | 'crash' | 'killItself' | 'eat' }
  /** Creates the file and never ends; answers if the file exists already. */
  | { readonly does: 'hold'; readonly file: string }

const eaten: Buffer[] = []

answerParent(async (request: Request): Promise<number | 'held before'> => {
  if (request.does === 'crash') process.abort()
  if (request.does === 'killItself') process.kill(process.pid, 'SIGKILL')
  if (request.does === 'eat') {
    for (;;) {
      eaten.push(Buffer.alloc(50_000_000, 1))
      await sleep(20)
    }
  }
  if (request.does !== 'hold') return process.pid
  if (existsSync(request.file)) return 'held before'
  writeFileSync(request.file, '')
  for (;;) await sleep(1000)
})
