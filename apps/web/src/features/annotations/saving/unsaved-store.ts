import type { Journal, UnfinishedDrawing, UnsavedEntry } from '#annotation/save-journal'

/** Where unsaved work on one image survives the page. */
export interface UnsavedStore {
  /** A journal for `restoreLedger`, or null where nothing is unsaved. */
  read(): Promise<unknown>
  write(journal: Journal): Promise<void>
}

/** An unsaved annotation, a drawing that waits to be worked into one, or a label, under its name. */
interface UnsavedRecord {
  readonly username: string
  readonly imageId: number
  readonly annotation: string
  readonly version: Journal['version']
  readonly entry?: UnsavedEntry
  readonly drawing?: UnfinishedDrawing
  /** In which order drawings were made. */
  readonly place?: number
  /** A label of the image, and whether it was given or taken away. */
  readonly label?: Journal['labels'][number]
}

/** What a record holds, told apart by identity. */
type Content = UnsavedEntry | UnfinishedDrawing | boolean

const databaseName = 'fovea'
const storeName = 'unsaved'
const keyPath = ['username', 'imageId', 'annotation']

/**
 * The unsaved work of one user on one image, in this browser. Each annotation, drawing and label is
 * a record of its own, and only records that were read or written here are ever changed, so that
 * two windows on one image do not wipe each other's work.
 */
export function unsavedStore(username: string, imageId: number): UnsavedStore {
  let known = new Map<string, Content>()
  let last: Promise<void> = Promise.resolve()

  async function write({ version, entries, drawings, labels }: Journal): Promise<void> {
    const next = new Map<string, Content>([...entries, ...drawings, ...labels.map(named)])
    const isNew = ([name, content]: readonly [string, Content]) => known.get(name) !== content
    const settled = [...known.keys()].filter((name) => !next.has(name))
    const changed: UnsavedRecord[] = [
      ...entries.filter(isNew).map(([annotation, entry]) => {
        return { username, imageId, annotation, version, entry }
      }),
      ...drawings.filter(isNew).map(([annotation, drawing], place) => {
        return { username, imageId, annotation, version, drawing, place }
      }),
      ...labels
        .filter((label) => isNew(named(label)))
        .map((label) => ({ username, imageId, annotation: named(label)[0], version, label })),
    ]
    if (changed.length === 0 && settled.length === 0) return
    await inStore('readwrite', (store) => {
      for (const name of settled) store.delete([username, imageId, name])
      for (const record of changed) store.put(record)
    })
    known = next
  }

  return {
    async read() {
      const range = IDBKeyRange.bound([username, imageId, ''], [username, imageId, '\uffff'])
      const records = await inStore<UnsavedRecord[]>('readonly', (store) => store.getAll(range))
      const [first] = records ?? []
      if (records === undefined || first === undefined) return null
      const entries = records.flatMap(({ annotation, entry }) =>
        entry === undefined ? [] : [[annotation, entry] as const],
      )
      const drawings = records
        .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
        .flatMap(({ annotation, drawing }) =>
          drawing === undefined ? [] : [[annotation, drawing] as const],
        )
      const labels = records.flatMap(({ label }) => (label === undefined ? [] : [label]))
      known = new Map<string, Content>([...entries, ...drawings, ...labels.map(named)])
      return { version: first.version, entries, drawings, labels }
    },
    write(journal) {
      last = last.catch(() => undefined).then(() => write(journal))
      return last
    },
  }
}

/** A label's record has a name that no annotation has. */
function named([label, isGiven]: Journal['labels'][number]): readonly [string, boolean] {
  return [`label-${label}`, isGiven]
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
  const transaction = database.transaction(storeName, mode, { durability: 'strict' })
  const request = work(transaction.objectStore(storeName))
  // Asked for at once, it is carried out even if this is the last that the page does.
  transaction.commit()
  await completion(transaction)
  return request?.result
}

function completion(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.addEventListener('complete', () => resolve())
  transaction.addEventListener('abort', () => reject(transaction.error))
  return promise
}

let opened: Promise<IDBDatabase> | null = null

function forget(): void {
  opened = null
}

/** Opened once, since work may have to be kept in the last moment of a page. */
function openDatabase(): Promise<IDBDatabase> {
  opened ??= openAnew().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

function openAnew(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open(databaseName, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(storeName, { keyPath })
  })
  request.addEventListener('success', () => {
    const database = request.result
    database.addEventListener('close', forget)
    database.addEventListener('versionchange', () => {
      database.close()
      forget()
    })
    resolve(database)
  })
  request.addEventListener('error', () => reject(request.error))
  return promise
}
