import type { Selectable } from 'kysely'

import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { orRefuse, permittedDatasets } from '../datasets/queries.ts'

export type ReleaseRow = Selectable<Schema['release']> & {
  readonly creator: string | null
  /** Number of the release that it replaces. */
  readonly replaces: number | null
}

export function listedReleases(db: Db) {
  return db
    .selectFrom('release')
    .leftJoin('app_user', 'app_user.id', 'release.created_by')
    .leftJoin('release as replaced', 'replaced.id', 'release.replaces_id')
    .selectAll('release')
    .select(['app_user.username as creator', 'replaced.number as replaces'])
}

/** @throws {Problem} missing_right, or not_found, also if the actor may not see the release's dataset */
export function getRelease(db: Db, actor: Actor, id: number): Promise<ReleaseRow> {
  return orRefuse(actor, 'release', (by) =>
    listedReleases(db)
      .where('release.id', '=', id)
      .where('release.dataset_id', 'in', permittedDatasets(db, by).select('dataset.id'))
      .executeTakeFirst(),
  )
}

/** The key of a release's file. @throws {Problem} not_found if it was withdrawn */
export function fileOf({ file, number }: ReleaseRow): string {
  if (file === null) throw new Problem('not_found', message('releases.withdrawn', { number }))
  return file
}
