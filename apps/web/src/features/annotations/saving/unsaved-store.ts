import { imageRecordId, type RecordId } from '#annotation/document'
import type {
  Journal,
  KeptJournal,
  UnfinishedDrawing,
  UnsavedEntry,
} from '#annotation/save-journal'

import type { Image } from '#contract/images'
import { type Packed, packRings, unpackNumbers, unpackRings } from '#geometry/packed-rings'

import { newUuid } from '../../../api/new-uuid.ts'

/** The image to which unsaved work belongs. */
type KeptImage = Pick<Image, 'id' | 'file_name'>

/** Storage in which unsaved work on one image survives the page. */
export interface UnsavedStore {
  /** A journal for `restoreLedger`, or null if nothing is unsaved. */
  read(): Promise<unknown>
  write(journal: Journal): Promise<void>
}

/** The key of an unsaved record, with the name of its image. */
interface RecordKey {
  readonly username: string
  readonly imageId: number
  /** The file name of the image; earlier versions did not store it. */
  readonly imageName?: string
  /** The key of the stored record; in version 1, only annotations had one. */
  readonly annotation: string
}

/** An unsaved record of the image's document, or a drawing to be merged into one. */
interface Work {
  readonly entry?: UnsavedEntry
  /** The server's id of an annotation that was deleted there, under which it is restored. */
  readonly formerId?: number
  readonly drawing?: UnfinishedDrawing
  /** Order of the drawings. */
  readonly place?: number
}

interface UnsavedRecord extends RecordKey {
  readonly version: Journal['version']
  readonly work: Packed<Work>
}

/** Version 1 had each label of the image under a name. */
type EarlierWork = Work & { readonly label?: KeptJournal['labels'][number] }

/** A record that this or another version has stored; up to version 3, its work was not packed. */
type KeptRecord = RecordKey & { readonly version: number } & (
    | { readonly work: Packed<Work> }
    | ({ readonly work?: undefined } & EarlierWork)
  )

/** Content of a record, compared by identity. */
type Content = UnsavedEntry | UnfinishedDrawing | KeptJournal['labels'][number]

const databaseName = 'fovea'
const storeName = 'unsaved'
const keyPath = ['username', 'imageId', 'annotation']

const ofImage = `${imageRecordId}/`

/**
 * The unsaved work of one user on one image, in this browser. Each annotation and each drawing is a
 * separate record, and each window has its own record of the image. Only records read or written here are
 * ever changed, so that two windows on one image do not overwrite each other's work.
 */
export function unsavedStore(username: string, image: KeptImage): UnsavedStore {
  const { id: imageId, file_name: imageName } = image
  const owner = { username, imageId, imageName }
  let known = new Map<string, Content>()
  let last: Promise<void> = Promise.resolve()
  const nameHere = `${ofImage}${newUuid()}`

  async function write({ version, formerIds, drawings, ...journal }: Journal): Promise<void> {
    const former = new Map(formerIds)
    const entries = journal.entries.map(
      ([id, entry]) => [id === imageRecordId ? nameHere : id, entry] as const,
    )
    const next = new Map<string, Content>([...entries, ...drawings])
    const isNew = ([name, content]: readonly [string, Content]) => known.get(name) !== content
    const settled = [...known.keys()].filter((name) => !next.has(name))
    const changed: (readonly [annotation: string, work: Work])[] = [
      ...entries.filter(isNew).map(([annotation, entry]) => {
        const formerId = former.get(annotation)
        return [annotation, { entry, ...(formerId === undefined ? {} : { formerId }) }] as const
      }),
      ...drawings
        .filter(isNew)
        .map(([annotation, drawing], place) => [annotation, { drawing, place }] as const),
    ]
    if (changed.length === 0 && settled.length === 0) return
    const records = changed.map(([annotation, work]): UnsavedRecord => {
      return { ...owner, annotation, version, work: packRings(work) }
    })
    await inStore('readwrite', (store) => {
      for (const name of settled) store.delete([username, imageId, name])
      for (const record of records) store.put(record)
    })
    known = next
  }

  return {
    async read() {
      const range = IDBKeyRange.bound([username, imageId, ''], [username, imageId, '\uffff'])
      const stored = await inStore<KeptRecord[]>('readonly', (store) => store.getAll(range))
      const records = (stored ?? []).map((record) => ({ ...record, ...workIn(record) }))
      if (records.length === 0) return null
      // A window that was opened before an update still writes records of its version.
      const version = Math.max(...records.map((record) => record.version))
      const entries = records.flatMap(({ annotation, entry }) =>
        entry === undefined ? [] : [[recordIdOf(annotation), entry] as const],
      )
      const formerIds = records.flatMap(({ annotation, formerId }) =>
        formerId === undefined ? [] : [[annotation, formerId] as const],
      )
      const drawings = records
        .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
        .flatMap(({ annotation, drawing }) =>
          drawing === undefined ? [] : [[annotation, drawing] as const],
        )
      const labels = records.flatMap(({ label }) => (label === undefined ? [] : [label]))
      known = new Map(
        records.flatMap(({ annotation, entry, drawing, label }) => {
          const content = entry ?? drawing ?? label
          return content === undefined ? [] : [[annotation, content] as const]
        }),
      )
      return { version, entries, formerIds, drawings, labels }
    },
    write(journal) {
      last = last.catch(() => undefined).then(() => write(journal))
      return last
    },
  }
}

function workIn(record: KeptRecord): EarlierWork {
  return record.work === undefined
    ? (unpackNumbers(record) as EarlierWork)
    : unpackRings(record.work)
}

function recordIdOf(name: string): RecordId {
  return name.startsWith(ofImage) ? imageRecordId : name
}

/** An image with unsaved work. */
export interface KeptWork {
  readonly imageId: number
  /** Its file name, if it is known. */
  readonly name: string | null
}

/** The images with unsaved work of a user in this browser. */
export async function keptWork(username: string): Promise<readonly KeptWork[]> {
  const range = IDBKeyRange.bound([username], [username, []])
  const records = (await inStore<KeptRecord[]>('readonly', (store) => store.getAll(range))) ?? []
  const byImage = Map.groupBy(records, ({ imageId }) => imageId)
  return Array.from(byImage, ([imageId, kept]) => {
    const named = kept.find(({ imageName }) => imageName !== undefined)
    return { imageId, name: named?.imageName ?? null }
  })
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | void,
): Promise<T | undefined> {
  const database = await openDatabase()
  const transaction = database.transaction(storeName, mode, { durability: 'strict' })
  const request = work(transaction.objectStore(storeName))
  // Requested now, so that it completes even if this is the last action of the page.
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

/** Opened once, because work may have to be stored in the last moment of a page. */
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
