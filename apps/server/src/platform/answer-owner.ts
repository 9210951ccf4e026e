import { parentPort } from 'node:worker_threads'

/** Makes this the thread that answers its owner's requests. An error ends it. */
export function answerOwner(answer: (request: never) => unknown): void {
  parentPort?.on('message', async (request) => {
    parentPort?.postMessage(await answer(request as never))
  })
}
