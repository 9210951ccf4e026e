import { sql } from 'kysely'

import type { ReadImage } from '#coco/read-image'
import type { ImportReason } from '#contract/imports'
import { message, type Message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { openPseudonyms, type Pseudonyms } from '../images/pseudonyms.ts'
import { composedPath } from '../images/queries.ts'
import type { Place } from './read-file.ts'
import { note, type Tally } from './tally.ts'

/** An image of the file and the matching image of the dataset. */
export interface MatchedImage {
  readonly fileId: number
  readonly place: Place
  readonly imageId: number
  readonly path: string
  readonly width: number
  readonly height: number
}

interface Candidate extends MatchedImage {
  readonly fileName: string
  readonly isByPath: boolean
}

export type ListedEntry = Pick<ReadImage, 'id' | 'fileName' | 'size'> & { readonly place: Place }

/**
 * Finds the dataset's images by the pseudonyms of an export, else by relative path, and those
 * without a path by file name.
 */
export interface ImageMatcher {
  /** Looks up these entries and keeps the results. */
  readonly find: (entries: readonly ListedEntry[]) => Promise<void>
  /** Excludes images claimed by two entries, and those with the given ids. */
  readonly settle: (unusable: ReadonlySet<number>) => MatchedImage[]
  /** Why entries that were looked up are left out, by the ids of the file. */
  readonly leftOut: ReadonlyMap<number, ImportReason>
}

export function matchImages(db: Db, datasetId: number, tally: Tally): ImageMatcher {
  const candidates: Candidate[] = []
  const leftOut = new Map<number, ImportReason>()
  let pseudonyms: Pseudonyms | undefined

  /** Its annotations are counted when they are read. */
  const leave = (fileId: number, reason: ImportReason, told: Message): void => {
    leftOut.set(fileId, reason)
    note(tally, reason, { told, annotations: 0 })
  }

  const take = (entry: ListedEntry, found: Found, isByPath: boolean): void => {
    const { id: fileId, fileName, place, size } = entry
    const { id: imageId, path, width, height } = found
    if (size !== undefined && (size.width !== width || size.height !== height)) {
      leave(
        fileId,
        'image_size_differs',
        message('imports.caseSize', {
          file: fileName,
          inFile: `${size.width} x ${size.height}`,
          inDataset: `${width} x ${height}`,
        }),
      )
      return
    }
    candidates.push({ fileId, fileName, place, imageId, path, width, height, isByPath })
  }

  return {
    async find(entries) {
      pseudonyms ??= await openPseudonyms(db)
      const byPseudonym = await findByPseudonym(db, datasetId, { entries, pseudonyms })
      const named = entries.filter(({ fileName }) => !byPseudonym.has(fileName))
      const byPath = new Map([...byPseudonym, ...(await findByPath(db, datasetId, named))])
      const others = entries.filter(({ fileName }) => !byPath.has(fileName))
      const byName = await findByName(db, datasetId, others)
      for (const entry of entries) {
        const [path, name] = [byPath.get(entry.fileName), byName.get(baseName(entry.fileName))]
        if (path !== undefined) take(entry, path, true)
        else if (name === undefined)
          leave(
            entry.id,
            'image_not_in_dataset',
            message('imports.caseImage', { file: entry.fileName }),
          )
        else if (name.count === 1) take(entry, name, false)
        else {
          leave(
            entry.id,
            'image_ambiguous',
            message('imports.caseSameName', { file: entry.fileName, count: name.count }),
          )
        }
      }
    },

    leftOut,

    settle(unusable) {
      for (const fileId of unusable) leftOut.set(fileId, 'image_id_twice')
      const usable = candidates.filter(({ fileId }) => !unusable.has(fileId))
      const claims = Map.groupBy(usable, ({ imageId }) => imageId)
      const winners = new Set([...claims.values()].map(winnerOf))
      return usable.filter((candidate) => {
        if (winners.has(candidate)) return true
        leave(
          candidate.fileId,
          'image_ambiguous',
          message('imports.caseShared', { file: candidate.fileName, path: candidate.path }),
        )
        return false
      })
    },
  }
}

/** The path takes precedence over the name; if two are equal, neither matches. */
function winnerOf(rivals: readonly Candidate[]): Candidate | undefined {
  const byPath = rivals.filter(({ isByPath }) => isByPath)
  const contenders = byPath.length > 0 ? byPath : rivals
  return contenders.length === 1 ? contenders[0] : undefined
}

interface Found {
  readonly id: number
  readonly path: string
  readonly width: number
  readonly height: number
}

function baseName(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('/') + 1)
}

/** By the pseudonyms of this installation. */
async function findByPseudonym(
  db: Db,
  datasetId: number,
  { entries, pseudonyms }: { entries: readonly ListedEntry[]; pseudonyms: Pseudonyms },
): Promise<Map<string, Found>> {
  const ids = new Map(
    entries.flatMap(({ fileName }) => {
      const id = pseudonyms.imageIdOf(baseName(fileName))
      return id === undefined ? [] : [[fileName, id] as const]
    }),
  )
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('image')
    .select(['id', 'path', 'width', 'height'])
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...new Set(ids.values())])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    [...ids].flatMap(([fileName, id]) => {
      const row = byId.get(id)
      return row === undefined ? [] : [[fileName, row] as const]
    }),
  )
}

/** By relative path; not if two are equal. */
async function findByPath(
  db: Db,
  datasetId: number,
  entries: readonly ListedEntry[],
): Promise<Map<string, Found>> {
  if (entries.length === 0) return new Map()
  const rows = await db
    .selectFrom('image')
    .select(['id', 'path', 'width', 'height', composedPath.as('composed')])
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where(composedPath, 'in', [...new Set(entries.map(({ fileName }) => fileName))])
    .execute()
  const byPath = Map.groupBy(rows, ({ composed }) => composed)
  return new Map(
    [...byPath].flatMap(([path, [row, ...more]]) =>
      row === undefined || more.length > 0 ? [] : [[path, row] as const],
    ),
  )
}

const composedName = sql<string>`normalize(image.file_name)`

/** By file name; if several have it, one of them and their number. */
async function findByName(
  db: Db,
  datasetId: number,
  entries: readonly ListedEntry[],
): Promise<Map<string, Found & { count: number }>> {
  if (entries.length === 0) return new Map()
  const names = [...new Set(entries.map(({ fileName }) => baseName(fileName)))]
  const decomposed = names.map((name) => name.normalize('NFD'))
  const rows = await db
    .selectFrom('image')
    .select((eb) => [
      composedName.as('name'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('id').as('id'),
      eb.fn.min('path').as('path'),
      eb.fn.min('width').as('width'),
      eb.fn.min('height').as('height'),
    ])
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    // The expression of the index.
    .where(
      'name_key',
      'in',
      sql<string>`(select natural_key(name) from unnest(${[...names, ...decomposed]}::text[]) as name)`,
    )
    .where(composedName, 'in', names)
    .groupBy('name')
    .execute()
  return new Map(rows.map((row) => [row.name, row]))
}
