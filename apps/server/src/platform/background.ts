import { setTimeout as sleep } from 'node:timers/promises'

/** Work in the background: `done` is settled when it ends, by itself or because it was disposed of. */
export type BackgroundWork = AsyncDisposable & { readonly done: Promise<void> }

/** Starts work that disposing of it ends: its signal is aborted, and its end is awaited. */
export function inBackground(work: (signal: AbortSignal) => Promise<void>): BackgroundWork {
  const closing = new AbortController()
  const done = work(closing.signal)
  return {
    done,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await done
    },
  }
}

/** Waits so many milliseconds, or until the signal is aborted. */
export async function pause(signal: AbortSignal, milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
