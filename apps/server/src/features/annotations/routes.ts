import {
  changeAnnotation,
  copyAnnotations,
  createAnnotation,
  deleteAnnotation,
  getAnnotatorData,
  recategoriseAnnotation,
  saveAnnotatorData,
} from '#contract/annotations'
import { getFieldHistory } from '#contract/fields'
import type { Category } from '#contract/categories'
import type { Dataset } from '#contract/datasets'
import type { PolygonOperations } from '#geometry/boolean'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Models } from '../../platform/models/models.ts'
import { readAgain, serve, type Call, type Route } from '../../platform/http/route.ts'
import { presentCurrentResults } from '../analysis/present.ts'
import { presentCategory } from '../categories/present.ts'
import { categoriesOf, listDatasetCategories } from '../categories/queries.ts'
import { presentDataset } from '../datasets/present.ts'
import { getListedDataset } from '../datasets/queries.ts'
import { listFieldHistory, listFields } from '../fields/queries.ts'
import { valuesFor, valuesOfOthers } from '../fields/reader-values.ts'
import { presentImage, presentPhotograph } from '../images/present.ts'
import { findNeighbours, getImageRow, getListedImage, type ImageRow } from '../images/queries.ts'
import { lockOf } from '../images/reading-lock.ts'
import { scaleOf } from '../images/scale.ts'
import { findUserById } from '../users/queries.ts'
import { changeAnnotationBy, deleteAnnotationBy } from './change-annotation.ts'
import { copyAnnotationsTo } from './copy-annotations.ts'
import { createAnnotationOn } from './create-annotation.ts'
import { presentAnnotation } from './present.ts'
import { listAnnotationsOf, listMeasurementAuthors, type ListedAnnotation } from './queries.ts'
import { saveImage } from './save-image.ts'

interface AnnotationDeps {
  readonly clock: Clock
  readonly operations: PolygonOperations
  readonly models: Models
}

export function annotationRoutes({ clock, operations, models }: AnnotationDeps): Route[] {
  const deps = ({ db, actor }: Pick<Call, 'db' | 'actor'>) => ({
    db,
    actor,
    at: clock(),
    operations,
  })
  return [
    serve(createAnnotation, async (call) => {
      const image = await getImageRow(call.db, call.actor, call.body.image_id)
      call.concerns({ type: 'annotation', datasetId: image.dataset_id })
      const created = await createAnnotationOn(image, call.body, deps(call))
      call.concerns({ type: 'annotation', id: created.id, datasetId: image.dataset_id })
      return presentAnnotation(created)
    }),

    serve(changeAnnotation, async (call) => {
      call.concerns({ type: 'annotation', id: call.params.id })
      return presentAnnotation(await changeAnnotationBy(call.params.id, call.body, deps(call)))
    }),

    serve(recategoriseAnnotation, async (call) => {
      call.concerns({ type: 'annotation', id: call.params.id })
      return presentAnnotation(await changeAnnotationBy(call.params.id, call.body, deps(call)))
    }),

    serve(deleteAnnotation, async (call) => {
      call.concerns({ type: 'annotation', id: call.params.id })
      const image = await deleteAnnotationBy(call.params.id, call.query, deps(call))
      call.concerns({ type: 'annotation', id: call.params.id, datasetId: image.dataset_id })
      return { success: true } as const
    }),

    serve(copyAnnotations, async (call) => {
      const { db, actor, params, body, concerns } = call
      const from = await getImageRow(db, actor, params.fromId)
      const to = await getImageRow(db, actor, params.toId)
      const about = { type: 'image', id: to.id, datasetId: to.dataset_id }
      concerns({ ...about, detail: { copied_from: from.id } })
      const { annotations, outside } = await copyAnnotationsTo({ from, to }, body, deps(call))
      concerns({ ...about, detail: { copied_from: from.id, annotations: annotations.length } })
      return { annotations: annotations.map(presentAnnotation), outside }
    }),

    serve(saveAnnotatorData, async (call) => {
      const image = await getImageRow(call.db, call.actor, call.body.image.id)
      const detail = { annotations: call.body.annotations.length }
      call.concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
      return saveImage(image, call.body, deps(call))
    }),

    serve(getFieldHistory, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const [rows, measurements] = await Promise.all([
        listFieldHistory(db, image.id, actor.id),
        listMeasurementAuthors(db, image.id),
      ])
      return {
        measurements,
        changes: rows.map((row) => ({
          key: row.key,
          before: row.before,
          after: row.after,
          version: row.version,
          at: row.changed_at.toISOString(),
          by: row.changed_by_name,
        })),
      }
    }),

    serve(
      getAnnotatorData,
      async ({ db, actor, params, query, concerns }) => {
        const image = await getImageRow(db, actor, params.id)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
        const [
          listed,
          scale,
          { previous, next },
          results,
          seen,
          fields,
          annotations,
          user,
          locked,
        ] = await Promise.all([
          getListedImage(db, image.id),
          scaleOf(db, image),
          findNeighbours(db, image, query),
          presentCurrentResults(db, models, image),
          getListedDataset(db, actor, image.dataset_id),
          listFields(db, image.dataset_id),
          listAnnotationsOf(db, image.id),
          actor.id === null ? undefined : findUserById(db, actor.id),
          lockOf(db, actor, image.id),
        ])
        const dataset = presentDataset(seen, actor)
        const view = { reader: actor.id, fields }
        const categories = await categoriesFor(db, actor, image, annotations)
        return {
          image: {
            ...presentImage(listed),
            fields: await valuesFor(db, listed, view),
            others: await valuesOfOthers(db, listed, view),
            measurements: listed.measurements,
            previous: previous?.id ?? null,
            next: next?.id ?? null,
            micrometres_per_pixel: scale?.micrometresPerPixel ?? null,
            neighbours: [previous, next].flatMap((row) => row ?? []).map(presentPhotograph),
            results,
            locked,
          },
          dataset: locked === null ? dataset : withoutAnnotating(dataset),
          fields,
          categories: categories.map((category) => ({
            ...category,
            annotations: annotations
              .filter((annotation) => annotation.category_id === category.id)
              .map(presentAnnotation),
          })),
          preferences: user?.preferences ?? {},
        }
      },
      readAgain,
    ),
  ]
}

function withoutAnnotating(dataset: Dataset): Dataset {
  return { ...dataset, rights: dataset.rights.filter((right) => right !== 'annotate') }
}

/** The dataset's categories, and those that are off its list but still have annotations here. */
async function categoriesFor(
  db: Db,
  actor: Actor,
  image: ImageRow,
  annotations: readonly ListedAnnotation[],
): Promise<Category[]> {
  const own = await listDatasetCategories(db, actor, image.dataset_id)
  const known = new Set(own.map((category) => category.id))
  const others = [...new Set(annotations.map((each) => each.category_id))].filter(
    (id) => !known.has(id),
  )
  const rest = others.length === 0 ? [] : await categoriesOf(db, others).execute()
  return [...own, ...rest].map(presentCategory)
}
