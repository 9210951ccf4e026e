import { describe, expect, test } from 'vitest'

import { CallError } from '../../api/call-error.ts'
import { belowFolder } from './dropped-files.ts'
import {
  createUploadQueue,
  lacksUids,
  type SendFile,
  type Sent,
  type Upload,
} from './upload-queue.ts'

const file = (name: string) => ({ file: new File(['x'], name), folder: '' })
const outcome = (uploads: readonly Upload[]) =>
  uploads.map(({ file: { name }, state }) => `${name} ${state}`)

function queueOf(send: SendFile) {
  const idle = Promise.withResolvers<readonly Upload[]>()
  return { queue: createUploadQueue(send, idle.resolve), idle: idle.promise }
}

describe('an upload queue', () => {
  test('reports thousands of changes a few times, including the last one', async () => {
    const { queue, idle } = queueOf(async () => ({ state: 'done' }))
    let told = 0
    let seen: readonly Upload[] = []
    queue.subscribe(() => {
      told += 1
      seen = queue.uploads()
    })
    queue.add(Array.from({ length: 2000 }, (_, i) => file(`${i}`)))
    await idle
    await expect.poll(() => seen.filter(({ state }) => state === 'done').length).toBe(2000)
    expect(told).toBeLessThan(1000)
  })

  test('sends one file at a time, in order', async () => {
    const log: string[] = []
    const { queue, idle } = queueOf(async ({ file: { name } }) => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 2))
      log.push(`${name} ends`)
      return { state: 'done' }
    })
    queue.add([file('a'), file('b')])
    queue.add([file('c')])
    expect(outcome(await idle)).toEqual(['a done', 'b done', 'c done'])
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  test('sends only files that lack UIDs again, so that the server makes some', async () => {
    const problem = { code: 'unusable_content', message: 'no UIDs' } as const
    const { queue, idle } = queueOf(async ({ file: { name }, makesUids }) => {
      if (makesUids) return { state: 'done' }
      const key = name === 'bare' ? 'files.withoutUids' : 'files.truncated'
      throw new CallError(422, { ...problem, key, params: {} })
    })
    queue.add([file('bare'), file('cut')])
    expect((await idle).map(lacksUids)).toEqual([true, false])
    queue.makeUids()
    await expect.poll(() => outcome(queue.uploads())).toEqual(['bare done', 'cut failed'])
  })

  test('continues after a failure, keeps its reason, and retries on request', async () => {
    const problem = { code: 'unsupported_format', message: 'not a photograph' } as const
    const refusal = new CallError(415, problem)
    let works = false
    const { queue, idle } = queueOf(async ({ file: { name } }) => {
      if (name === 'bad' && !works) throw refusal
      return { state: name === 'known' ? 'existing' : 'done' }
    })
    queue.add([file('bad'), file('known'), file('good')])
    const first = await idle
    expect(outcome(first)).toEqual(['bad failed', 'known existing', 'good done'])
    expect(first[0]?.error).toBe(refusal)
    works = true
    queue.retryFailed()
    await expect.poll(() => outcome(queue.uploads())[0]).toBe('bad done')
  })

  test('retries files that failed in transit once, after the others', async () => {
    const tries: string[] = []
    const { queue, idle } = queueOf(async ({ file: { name } }) => {
      const isFirst = !tries.includes(name)
      tries.push(name)
      if (name === 'never' || (name === 'cut' && isFirst)) throw new Error('no answer')
      return { state: 'done' }
    })
    queue.add([file('cut'), file('never'), file('good')])
    expect(outcome(await idle)).toEqual(['cut done', 'never failed', 'good done'])
    expect(tries).toEqual(['cut', 'never', 'good', 'cut', 'never'])
  })

  test('when stopped, cancels the current file and sends no other', async () => {
    const { queue, idle } = queueOf(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    queue.add([file('a'), file('b')])
    queue.stop()
    expect(outcome(await idle)).toEqual(['a stopped', 'b stopped'])
    queue.clear()
    expect(queue.uploads()).toEqual([])
  })

  test('reports the progress of the current file', async () => {
    const seen: number[] = []
    const { promise: received, resolve: receive } = Promise.withResolvers<Sent>()
    const { queue, idle } = queueOf((_, { onProgress }) => {
      onProgress(0.5)
      return received
    })
    queue.subscribe(() => seen.push(queue.uploads()[0]?.progress ?? -1))
    queue.add([file('a')])
    await expect.poll(() => seen.at(-1)).toBe(0.5)
    receive({ state: 'done' })
    await idle
    await expect.poll(() => seen.at(-1)).toBe(1)
  })
})

test('files go below the open folder, in their own sub-folders', () => {
  const inFolder = { ...file('b'), folder: 'left/deep' }
  const folders = (shown: string) =>
    belowFolder(shown, [file('a'), inFolder]).map(({ folder }) => folder)
  expect(folders('visit 1/raw')).toEqual(['visit 1/raw', 'visit 1/raw/left/deep'])
  expect(folders('')).toEqual(['', 'left/deep'])
})
