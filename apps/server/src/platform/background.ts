import { setTimeout as sleep } from 'node:timers/promises'

/** Background work: `done` settles when it ends, on its own or because it was disposed of. */
export type BackgroundWork = AsyncDisposable & { readonly done: Promise<void> }

/** Starts work that ends when disposed of: aborts its signal, and awaits its end. */
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

/** Waits this many milliseconds, or until the signal is aborted. */
export async function pause(signal: AbortSignal, milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
