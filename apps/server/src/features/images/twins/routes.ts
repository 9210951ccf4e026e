import { message } from '#contract/messages/message'
import { chooseTwin, getTwins, listTwins, type Twin } from '#contract/twins'

import type { Db } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { serve, type Route } from '../../../platform/http/route.ts'
import { announceDataset } from '../../datasets/announce.ts'
import { listedColumns } from '../list/listed-columns.ts'
import { presentImage } from '../present.ts'
import { getImageRow, permittedImages, presenceSeconds, type ImageRow } from '../queries.ts'
import { chooseTwin as choose, imagesOfInstance } from './twins.ts'

const mostListed = 100

export function twinRoutes(): Route[] {
  return [
    serve(getTwins, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const rows = await listTwinsOf(db, image)
      const hashes = new Set(rows.map(({ data_sha256: hash }) => hash?.toString('hex')))
      return {
        images: rows.map(presentTwin),
        same_data: rows.length > 1 && hashes.size === 1 && !hashes.has(undefined),
      }
    }),

    serve(chooseTwin, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      const others = (await listTwinsOf(db, image)).filter(({ id }) => id !== image.id)
      const detail = { set_aside: others.map(({ id }) => id) }
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
      if (others.length === 0 && image.twin === null) {
        throw new Problem('not_possible_now', message('images.noTwins'))
      }
      await choose(db, image)
      await announceDataset(db, image.dataset_id, 'images')
      return { success: true } as const
    }),

    serve(listTwins, async ({ db, actor }) => {
      const rows = await undecided(db, actor)
        .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
        .select(['image.id', 'image.file_name', 'image.patient_id', 'image.created_at'])
        .select(['dataset.id as dataset_id', 'dataset.name'])
        .orderBy('image.id', 'desc')
        .limit(mostListed)
        .execute()
      const { total } = await undecided(db, actor)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const images = rows.map((row) => ({
        id: row.id,
        file_name: row.file_name,
        patientID: row.patient_id,
        dataset: { id: row.dataset_id, name: row.name },
        received_at: row.created_at.toISOString(),
      }))
      return { total, images }
    }),
  ]
}

/** Only the image itself if its instance has no other; none in the undo list. */
function listTwinsOf(db: Db, image: ImageRow) {
  return imagesOfInstance(db, image)
    .leftJoin('app_user', 'app_user.id', 'image.created_by')
    .selectAll('image')
    .select(listedColumns(presenceSeconds))
    .select('app_user.username')
    .where('image.deleted_at', 'is', null)
    .execute()
}

function presentTwin(row: Awaited<ReturnType<typeof listTwinsOf>>[number]): Twin {
  return {
    ...presentImage(row),
    received_at: row.created_at.toISOString(),
    received_from: row.username ?? '',
  }
}

function undecided(db: Db, actor: Actor) {
  return permittedImages(db, actor).where('image.twin', '=', 'undecided')
}
