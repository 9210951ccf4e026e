import { sql } from 'kysely'

import { concerns, type DerivedStepKey, derivedSteps, guideSteps } from '#contract/guide'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { permittedDatasets } from '../datasets/queries.ts'

type Query = (db: Db, actor: Actor) => Promise<object | undefined>

/** For each step a query that finds a row once the step is done. */
const evidenceOf: Readonly<Record<DerivedStepKey, Query>> = {
  scale: (db, actor) =>
    permittedDatasets(db, actor)
      .select('dataset.id')
      .where(sql<boolean>`jsonb_array_length(coalesce(dataset.settings->'SCALES', '[]')) > 0`)
      .executeTakeFirst(),

  stations: (db, actor) =>
    permittedDatasets(db, actor)
      .innerJoin('dicom_sender', 'dicom_sender.dataset_id', 'dataset.id')
      .select('dicom_sender.id')
      .executeTakeFirst(),

  orders: (db, actor) =>
    permittedDatasets(db, actor)
      .select('dataset.id')
      .where(sql<boolean>`coalesce(dataset.settings->'MICS'->>'IP', '') <> ''`)
      .executeTakeFirst(),

  accounts: (db, { id, siteId }) =>
    db
      .selectFrom('app_user')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('id', 'is distinct from', id)
      .where('site_id', 'is not distinct from', siteId)
      .executeTakeFirst(),

  open: (db, { id }) =>
    db
      .selectFrom('audit_event')
      .select('id')
      .where('user_id', id === null ? 'is' : '=', id)
      .where('action', '=', 'getAnnotatorData')
      .where('outcome', '=', 200)
      .executeTakeFirst(),

  analyse: (db, actor) =>
    permittedDatasets(db, actor)
      .innerJoin('image', 'image.dataset_id', 'dataset.id')
      .innerJoin('analysis', 'analysis.image_id', 'image.id')
      .select('analysis.id')
      .where('image.deleted_at', 'is', null)
      .where('analysis.purpose', '=', 'findings')
      .executeTakeFirst(),

  correct: (db, { id }) =>
    db
      .selectFrom('annotation')
      .select('id')
      .where('updated_by', id === null ? 'is' : '=', id)
      .executeTakeFirst(),

  confirm: (db, { id }) =>
    db
      .selectFrom('analysis_review')
      .select('id')
      .where('reviewer_id', id === null ? 'is' : '=', id)
      .executeTakeFirst(),

  export: (db, { id }) =>
    db
      .selectFrom('export')
      .select('id')
      .where('created_by', id === null ? 'is' : '=', id)
      .executeTakeFirst(),
}

/** The derived steps of the actor's audience that the data show to be done. */
export async function stepsDone(db: Db, actor: Actor): Promise<DerivedStepKey[]> {
  const user = { is_admin: actor.isAdmin, site_id: actor.siteId }
  const shown = new Set<string>(
    guideSteps.filter((step) => concerns(step, user)).map(({ key }) => key),
  )
  const done: DerivedStepKey[] = []
  for (const key of derivedSteps) {
    if (shown.has(key) && (await evidenceOf[key](db, actor)) !== undefined) done.push(key)
  }
  return done
}
