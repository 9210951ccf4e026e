import { CallError } from '../../api/call-error.ts'
import type { FileInFolder } from './dropped-files.ts'

type UploadState = 'waiting' | 'sending' | 'done' | 'existing' | 'unpacking' | 'failed' | 'stopped'

export interface Upload extends FileInFolder {
  id: number
  state: UploadState
  /** From 0 to 1. */
  progress: number
  /** Why the upload failed. */
  error: unknown
  /** The task that unpacks the file. */
  taskId?: number
  /** Whether to make UIDs for a DICOM file that lacks them. */
  makesUids: boolean
  /** Failed once, and waits for its second attempt. */
  isAgain: boolean
}

export interface Sent {
  readonly state: 'done' | 'existing' | 'unpacking'
  readonly taskId?: number
}

/** Sends a file. Reports whether the dataset already had it, or the task that unpacks it. */
export type SendFile = (
  upload: FileInFolder & Pick<Upload, 'makesUids'>,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
) => Promise<Sent>

/** Files to upload to a dataset, sent one after another. */
export interface UploadQueue {
  /** The same array until something changes. */
  uploads: () => readonly Upload[]
  subscribe: (listener: () => void) => () => void
  add: (files: readonly FileInFolder[]) => void
  retryFailed: () => void
  /** Sends the files again that were refused because they lack UIDs; the server then makes UIDs. */
  makeUids: () => void
  /** Cancels the current file and starts no other. */
  stop: () => void
  /** Removes finished and failed files from the list. */
  clear: () => void
}

export function isUnderWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

export function isLost({ state }: Upload): boolean {
  return state === 'failed' || state === 'stopped'
}

/** Whether the file was refused as a DICOM file without UIDs, which the server can make. */
export function lacksUids({ state, error }: Upload): boolean {
  return state === 'failed' && error instanceof CallError && error.key === 'files.withoutUids'
}

const toBeSent = { state: 'waiting', isAgain: false } as const

const tellEveryMs = 100
const secondTryAfterMs = 1000

/**
 * A file that failed without being refused is retried once after the others. `onIdle` is called each time
 * the queue becomes empty.
 */
export function createUploadQueue(
  send: SendFile,
  onIdle: (uploads: readonly Upload[]) => void,
): UploadQueue {
  let uploads: readonly Upload[] = []
  let nextId = 0
  let running: AbortController | undefined
  const listeners = new Set<() => void>()

  let isTelling = false

  /** Notifications are batched: a list of thousands must not be rendered for every change. */
  const set = (next: readonly Upload[]) => {
    uploads = next
    if (isTelling) return
    isTelling = true
    setTimeout(() => {
      isTelling = false
      for (const listener of listeners) listener()
    }, tellEveryMs)
  }
  const change = (id: number, part: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))

  const sendOne = async (
    { id, file, folder, makesUids, isAgain }: Upload,
    { signal }: AbortController,
  ) => {
    change(id, { state: 'sending', progress: 0, error: undefined })
    try {
      if (isAgain) await new Promise((resolve) => setTimeout(resolve, secondTryAfterMs))
      signal.throwIfAborted()
      const onProgress = (progress: number) => change(id, { progress })
      change(id, {
        ...(await send({ file, folder, makesUids }, { signal, onProgress })),
        progress: 1,
      })
    } catch (error) {
      if (signal.aborted) change(id, { state: 'stopped' })
      else if (isAgain || isRefused(error)) change(id, { state: 'failed', error })
      else change(id, { state: 'waiting', isAgain: true })
    }
  }
  const run = async () => {
    if (running !== undefined) return
    running = new AbortController()
    let next = nextOf(uploads)
    while (next !== undefined) {
      await sendOne(next, running)
      next = nextOf(uploads)
    }
    running = undefined
    onIdle(uploads)
  }

  return {
    uploads: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (files) => {
      const added = files.map(({ file, folder }): Upload => {
        nextId += 1
        const isNew = { ...toBeSent, progress: 0, error: undefined, makesUids: false }
        return { id: nextId, file, folder, ...isNew }
      })
      set([...uploads, ...added])
      void run()
    },
    retryFailed: () => {
      set(uploads.map((upload) => (isLost(upload) ? { ...upload, ...toBeSent } : upload)))
      void run()
    },
    makeUids: () => {
      const again = { ...toBeSent, makesUids: true }
      set(uploads.map((upload) => (lacksUids(upload) ? { ...upload, ...again } : upload)))
      void run()
    },
    stop: () => {
      set(
        uploads.map((upload) =>
          upload.state === 'waiting' ? { ...upload, state: 'stopped' } : upload,
        ),
      )
      running?.abort()
    },
    clear: () => set(uploads.filter(isUnderWay)),
  }
}

function nextOf(uploads: readonly Upload[]): Upload | undefined {
  const waiting = uploads.filter(({ state }) => state === 'waiting')
  return waiting.find(({ isAgain }) => !isAgain) ?? waiting[0]
}

/** The server would refuse it again. */
function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500
}
