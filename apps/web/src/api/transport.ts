import { timedOut, unreachable } from './call-error.ts'

export interface Request {
  method: string
  address: string
  body: FormData | Blob | string | undefined
  timeLimit: number
  signal: AbortSignal | undefined
  onUploadProgress: ((fraction: number) => void) | undefined
}

/** An answer whose content may still be under way: reading it fails like the request. */
export interface Answer {
  status: number
  header: (name: string) => string | null
  text: () => Promise<string>
  blob: () => Promise<Blob>
}

/** Sends forms by XMLHttpRequest, the only way to report upload progress, and everything else by fetch. */
export function send(request: Request): Promise<Answer> {
  return request.body instanceof FormData
    ? sendForm(request, request.body)
    : sendByFetch(request, request.body)
}

async function sendByFetch(request: Request, body: Blob | string | undefined): Promise<Answer> {
  const limit = AbortSignal.timeout(request.timeLimit)
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit
  const fail = (error: unknown): never => {
    if (request.signal?.aborted) throw error
    throw limit.aborted ? timedOut(request.timeLimit) : unreachable(error)
  }
  const response = await fetch(request.address, {
    method: request.method,
    credentials: 'same-origin',
    signal,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  }).catch(fail)
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: () => response.text().catch(fail),
    blob: () => response.blob().catch(fail),
  }
}

function sendForm(request: Request, form: FormData): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const upload = new XMLHttpRequest()
  const abort = () => upload.abort()
  upload.open(request.method, request.address)
  upload.responseType = 'blob'
  upload.timeout = request.timeLimit
  upload.upload.addEventListener('progress', (event) => {
    if (event.lengthComputable) request.onUploadProgress?.(event.loaded / event.total)
  })
  upload.addEventListener('load', () => {
    const blob = upload.response as Blob
    resolve({
      status: upload.status,
      header: (name) => upload.getResponseHeader(name),
      text: () => blob.text(),
      blob: () => Promise.resolve(blob),
    })
  })
  upload.addEventListener('timeout', () => reject(timedOut(request.timeLimit)))
  upload.addEventListener('error', () => reject(unreachable(undefined)))
  upload.addEventListener('abort', () => reject(request.signal?.reason))
  request.signal?.addEventListener('abort', abort, { once: true })
  upload.send(form)
  return promise.finally(() => request.signal?.removeEventListener('abort', abort))
}
