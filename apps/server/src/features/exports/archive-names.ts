import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { selectedImages, type Selection } from './selection.ts'

/**
 * Gives each image of a selection a unique path in an archive: its own without the extension; with
 * it if images differ only in that; with its id if nothing else helps. Under pseudonyms, uses that
 * of the image.
 */
export async function archiveNames(
  db: Db,
  selection: Selection,
): Promise<(image: { id: number; path: string; media_type: string }) => string> {
  const { pseudonyms } = selection
  if (pseudonyms !== null) return (image) => withoutExtension(pseudonyms.imageName(image))
  const shared = await sharedNames(db, selection)
  const given = new Set<string>()
  return ({ id, path }) => {
    const plain = withoutExtension(path)
    const wanted = shared.has(plain.toLowerCase()) ? path : plain
    const name = given.has(wanted.toLowerCase()) ? `${wanted}_${id}` : wanted
    given.add(name.toLowerCase())
    return name
  }
}

/** A path or a file's name without the extension. */
export function withoutExtension(path: string): string {
  return path.replace(/\.[^./]*$/, '')
}

/** Paths without extension, in lower case, that several of the images share. */
async function sharedNames(db: Db, selection: Selection): Promise<ReadonlySet<string>> {
  const plain = sql<string>`lower(regexp_replace(image.path, '[.][^./]*$', ''))`
  const rows = await selectedImages(db, selection)
    .select(plain.as('plain'))
    .groupBy(plain)
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  return new Set(rows.map((row) => row.plain))
}

/**
 * A folder for each category: its name without characters that file systems refuse, plus its id if
 * two names are equal.
 */
export function categoryFolders(
  categories: readonly { id: number; name: string }[],
): ReadonlyMap<number, string> {
  const counts = Map.groupBy(categories, ({ name }) => folderOf(name).toLowerCase())
  return new Map(
    categories.map(({ id, name }) => {
      const folder = folderOf(name)
      const isAlone = counts.get(folder.toLowerCase())?.length === 1
      return [id, isAlone ? folder : `${folder}_${id}`]
    }),
  )
}

function folderOf(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|]/g, '_').replace(/^\.+|[. ]+$/g, '_')
}
