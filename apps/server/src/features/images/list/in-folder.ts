import { sql, type Expression, type SqlBool } from 'kysely'

/**
 * In byte order: the folders below a folder lie between its name with "/" and with the next
 * character.
 */
export const folderInBytes = sql<string>`image.folder collate "C"`

/** The folder itself and everything below it, as a range of the index. */
export function inFolder(folder: string): Expression<SqlBool> {
  return sql<SqlBool>`image.folder <> ''
    and ${folderInBytes} >= ${folder} and ${folderInBytes} < ${`${folder}0`}
    and (image.folder = ${folder} or ${belowFolder(folder)})`
}

/** Images in folders below it. */
export function belowFolder(folder: string): Expression<SqlBool> {
  return sql<SqlBool>`(${folderInBytes} >= ${`${folder}/`} and ${folderInBytes} < ${`${folder}0`})`
}
