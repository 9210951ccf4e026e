import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { runThread } from './run-thread.ts'

const program = fileURLToPath(new URL('run-thread.test-worker.ts', import.meta.url))

/** The number of the thread that answered. */
const run = (request: object, signal = AbortSignal.timeout(60_000)) =>
  runThread<number>(program, request, { signal, megabytes: 64 })

test('a thread answers one request after the other; those at the same time have their own', async () => {
  const first = await run({})
  expect(await run({})).toBe(first)
  const [one, other] = await Promise.all([run({}), run({})])
  expect(one).not.toBe(other)
})

test('a thread that failed answers no more', async () => {
  const first = await run({})
  await expect(run({ fails: true })).rejects.toThrow('This fails.')
  expect(await run({})).not.toBe(first)
})

test('a request that takes too long ends its thread', async () => {
  const first = await run({})
  const giveUp = new AbortController()
  const answer = run({ never: true }, giveUp.signal)
  setTimeout(() => giveUp.abort(), 100)
  await expect(answer).rejects.toThrow(/abort/u)
  expect(await run({})).not.toBe(first)
})
