import { describe, expect, it, vi } from 'vitest'

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
