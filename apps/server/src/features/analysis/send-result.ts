import type { getResult } from '#contract/analysis'

import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import type { Bytes } from '../../platform/http/route.ts'
import type { Models } from '../../platform/models/models.ts'
import { getImageRow } from '../images/queries.ts'
import { madeFromNow } from './made-from.ts'
import { presentResult } from './present.ts'
import type { ResultRow } from './queries.ts'

type FoundRow = ResultRow & { readonly file_name: string }
type Query = (typeof getResult.query)['_output']

/** What the result is and its numbers, as JSON. */
export async function sendNumbers(
  { models }: { models: Models },
  { db, actor, query }: { db: Db; actor: Actor; query: Query },
  row: FoundRow,
): Promise<Bytes> {
  const image = await getImageRow(db, actor, row.image_id)
  const now = await madeFromNow(db, models, image)
  const content = Buffer.from(
    JSON.stringify({ ...presentResult(row, now), image_id: row.image_id, ...row.numbers }),
  )
  const fileName = query.asAttachment === true ? { fileName: `${stemOf(row)}.json` } : {}
  return { contentType: 'application/json', content, size: content.length, ...fileName }
}

/** @throws {Problem} not_found where the result has no such picture. */
export async function sendPicture(
  files: FileStore,
  row: FoundRow,
  { part, map, asAttachment }: Query,
): Promise<Bytes> {
  const key = keyOf(row, { part, map })
  if (key === null) throw notFound('picture')
  const { content, size } = await files.read(key)
  const suffix = map === undefined ? (part === undefined ? '' : `-${part}`) : `-map-${map}`
  const picture = { contentType: 'image/png', content, size }
  return asAttachment === true
    ? { ...picture, fileName: `${stemOf(row)}${suffix}.png` }
    : { ...picture, etag: `result-${row.id}${suffix}` }
}

function keyOf(row: FoundRow, { part, map }: Pick<Query, 'part' | 'map'>): string | null {
  if (map !== undefined) return row.maps[map] ?? null
  return part === undefined ? row.picture : (row.parts[part] ?? null)
}

function stemOf(row: FoundRow): string {
  return `${row.file_name.replace(/\.[^.]*$/, '')}-${row.kind}`
}
