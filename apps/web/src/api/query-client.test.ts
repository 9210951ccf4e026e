import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { timedOut, unreachable } from './call-error.ts'
import { createQueryClient } from './query-client.ts'

/** Number of attempts of a query that fails in the given way. */
async function triesOf(error: Error): Promise<number> {
  const queryFn = vi.fn<() => Promise<never>>().mockRejectedValue(error)
  const asked = createQueryClient().fetchQuery({ queryKey: ['any'], queryFn, retryDelay: 0 })
  await expect(asked).rejects.toBe(error)
  return queryFn.mock.calls.length
}

describe('a query that fails', () => {
  it('is not retried after a time-out', async () => {
    expect(await triesOf(timedOut(10_000))).toBe(1)
  })

  it('is retried if there was no connection', async () => {
    expect(await triesOf(unreachable(undefined))).toBe(3)
  })
})

it('fetches once more what was invalidated during its first fetch', async () => {
  const client = createQueryClient()
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const queryFn = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(first.promise)
    .mockReturnValueOnce(second.promise)
  const queryKey = ['notices', 'unread']
  const observer = new QueryObserver(client, { queryKey, queryFn })
  onTestFinished(observer.subscribe(() => undefined))
  void client.invalidateQueries({ queryKey: ['notices'] })
  void client.invalidateQueries({ queryKey: ['notices'] })
  first.resolve('before the change')
  await expect.poll(() => queryFn.mock.calls.length).toBe(2)
  second.resolve('after the change')
  await expect.poll(() => observer.getCurrentResult().data).toBe('after the change')
  expect(queryFn).toHaveBeenCalledTimes(2)
})
