import type { RegisterAnswer, RegisterRequest } from './register-worker.ts'

/** Registers two photographs in a thread of their own, which ends with it or with the signal. */
export function registerInThread(
  request: RegisterRequest,
  signal: AbortSignal,
): Promise<RegisterAnswer> {
  const worker = new Worker(new URL('./register-worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<RegisterAnswer>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', ({ message }) => resolve({ kind: 'failed', reason: message }))
    worker.addEventListener('message', ({ data }: MessageEvent<RegisterAnswer>) => resolve(data))
    worker.postMessage(request, [])
  })
  return answer.finally(() => worker.terminate())
}
