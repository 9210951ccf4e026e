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
import type { getFoundResult, ResultRow } from './queries.ts'

type Found = Awaited<ReturnType<typeof getFoundResult>>
type Query = (typeof getResult.query)['_output']

/** The result's description and numbers, as JSON. */
export async function sendNumbers(
  { models }: { models: Models },
  { db, actor, query }: { db: Db; actor: Actor; query: Query },
  found: Found,
): Promise<Bytes> {
  const image = await getImageRow(db, actor, found.image.id)
  const now = await madeFromNow(db, models, image)
  const content = Buffer.from(
    JSON.stringify({ ...presentResult(found, now), image_id: image.id, ...found.result.numbers }),
  )
  const fileName = query.asAttachment === true ? { fileName: `${stemOf(found)}.json` } : {}
  return { contentType: 'application/json', content, size: content.length, ...fileName }
}

/** @throws {Problem} not_found if the result has no such picture */
export async function sendPicture(
  files: FileStore,
  found: Found,
  { part, map, asAttachment }: Query,
): Promise<Bytes> {
  const key = keyOf(found.result, { part, map })
  if (key === null) throw notFound('picture')
  const { content, size } = await files.read(key)
  const suffix = map === undefined ? (part === undefined ? '' : `-${part}`) : `-map-${map}`
  const picture = { contentType: 'image/png', content, size }
  return asAttachment === true
    ? { ...picture, fileName: `${stemOf(found)}${suffix}.png` }
    : { ...picture, etag: `result-${found.result.id}${suffix}` }
}

function keyOf(row: ResultRow, { part, map }: Pick<Query, 'part' | 'map'>): string | null {
  if (map !== undefined) return row.maps[map] ?? null
  return part === undefined ? row.picture : (row.parts[part] ?? null)
}

function stemOf({ image, result }: Found): string {
  return `${image.file_name.replace(/\.[^.]*$/, '')}-${result.kind}`
}
