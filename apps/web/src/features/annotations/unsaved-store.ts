import type { Journal, UnsavedEntry } from '#annotation/save-journal'

/** Where unsaved work on one image survives the page. */
export interface UnsavedStore {
  /** A journal for `restoreLedger`, or null where nothing is unsaved. */
  read(): Promise<unknown>
  write(journal: Journal): Promise<void>
}

interface UnsavedRecord {
  readonly username: string
  readonly imageId: number
  readonly annotation: string
  readonly version: Journal['version']
  readonly entry: UnsavedEntry
}

const databaseName = 'fovea'
const storeName = 'unsaved'
const keyPath = ['username', 'imageId', 'annotation']

/**
 * The unsaved work of one user on one image, in this browser. Each annotation is a record of its
 * own, and only records that were read or written here are ever changed, so that two windows on one
 * image do not wipe each other's work.
 */
export function unsavedStore(username: string, imageId: number): UnsavedStore {
  let known = new Map<string, UnsavedEntry>()
  let last: Promise<void> = Promise.resolve()

  async function write(journal: Journal): Promise<void> {
    const next = new Map(journal.entries)
    const changed = [...next].filter(([id, entry]) => known.get(id) !== entry)
    const settled = [...known.keys()].filter((id) => !next.has(id))
    if (changed.length === 0 && settled.length === 0) return
    await inStore('readwrite', (store) => {
      for (const id of settled) store.delete([username, imageId, id])
      for (const [annotation, entry] of changed) {
        store.put({ username, imageId, annotation, version: journal.version, entry })
      }
    })
    known = next
  }

  return {
    async read() {
      const range = IDBKeyRange.bound([username, imageId, ''], [username, imageId, '\uffff'])
      const records = await inStore<UnsavedRecord[]>('readonly', (store) => store.getAll(range))
      const [first] = records ?? []
      if (records === undefined || first === undefined) return null
      known = new Map(records.map(({ annotation, entry }) => [annotation, entry]))
      return { version: first.version, entries: [...known] }
    },
    write(journal) {
      last = last.catch(() => undefined).then(() => write(journal))
      return last
    },
  }
}

/** The images on which a user has unsaved work in this browser. */
export async function imagesWithUnsavedWork(username: string): Promise<number[]> {
  const range = IDBKeyRange.bound([username], [username, []])
  const keys = await inStore<IDBValidKey[]>('readonly', (store) => store.getAllKeys(range))
  return [...new Set((keys ?? []).map((key) => (key as [string, number, string])[1]))]
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | void,
): Promise<T | undefined> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(storeName, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(storeName))
    await completion(transaction)
    return request?.result
  } finally {
    database.close()
  }
}

function completion(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.addEventListener('complete', () => resolve())
  transaction.addEventListener('abort', () => reject(transaction.error))
  return promise
}

function openDatabase(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open(databaseName, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(storeName, { keyPath })
  })
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error))
  return promise
}
