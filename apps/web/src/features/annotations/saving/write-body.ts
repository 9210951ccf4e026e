import { packLists, type PackedLists } from '#geometry/packed-lists'

/** Fewer numbers are written as fast as they are packed. */
const manyNumbers = 5000
/** Milliseconds after which the page writes a body itself. */
const patience = 5000

/** A body to write, and the port to return it through. */
export interface BodyToWrite {
  readonly packed: PackedLists
  readonly port: MessagePort
}

let worker: Worker | null = null

/**
 * Writes the body of a call as JSON. Writing and sending an outline of 100,000 vertices would stop the page
 * for 100 ms; a worker writes it in that time, and the browser sends what lies outside the page. If the
 * worker fails, or cannot be loaded, the page writes the body.
 */
export async function writeBody(body: unknown): Promise<Blob | string> {
  const packed = packLists(body)
  if (packed.numbers.length < manyNumbers) return JSON.stringify(body)
  try {
    return await writtenByWorker(packed)
  } catch {
    worker?.terminate()
    worker = null
    return JSON.stringify(body)
  }
}

function writtenByWorker(packed: PackedLists): Promise<Blob> {
  const writing = (worker ??= new Worker(new URL('./write-body-worker.ts', import.meta.url), {
    type: 'module',
  }))
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const { port1, port2 } = new MessageChannel()
  const late = setTimeout(() => reject(new Error('The body was not written in time.')), patience)
  port1.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data))
  port1.start()
  const failed = ({ message }: ErrorEvent) => reject(new Error(message))
  writing.addEventListener('error', failed)
  const request: BodyToWrite = { packed, port: port2 }
  writing.postMessage(request, [port2, packed.numbers.buffer, packed.lengths.buffer])
  return promise.finally(() => {
    clearTimeout(late)
    port1.close()
    writing.removeEventListener('error', failed)
  })
}
