import { threadId } from 'node:worker_threads'

import { answerOwner } from './answer-owner.ts'

interface Request {
  readonly fails?: boolean
  readonly never?: boolean
}

/** Answers with the number of the thread. */
answerOwner(async ({ fails = false, never = false }: Request) => {
  if (fails) throw new Error('This fails.')
  if (never) await new Promise(() => undefined)
  return threadId
})
