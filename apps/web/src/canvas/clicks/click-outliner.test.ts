import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ClickOutliner } from './click-outliner.ts'

/** A thread whose network never finishes loading. */
class LoadingWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', LoadingWorker)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('of many clicks while the network loads slowly, only the first waits for it', async () => {
  const vessels = { map: null, kinds: null }
  const outliner = new ClickOutliner({ width: 100, height: 100, levels: [], vessels })
  const { signal } = new AbortController()
  const answers: unknown[] = []
  const click = async () => answers.push(await outliner.outline([], signal))
  void click()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(answers).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(answers).toEqual([null])
  await click()
  expect(answers).toEqual([null, null])
})
