import { chooseFrame } from '#contract/images'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { UndecodableImage } from '../../platform/images/decoder.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import { announceDataset } from '../datasets/announce.ts'
import { undecodableProblem } from './inspect-image.ts'
import { framesOf } from './present.ts'
import { getImageRow, type ImageRow } from './queries.ts'
import { storedPicture } from './storage.ts'

const preparedWidth = 250

export function frameRoutes({ renditions }: { readonly renditions: Renditions }): Route[] {
  return [
    serve(chooseFrame, async ({ db, actor, params, body, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      const { id, dataset_id: datasetId } = image
      const { frame } = body
      concerns({ type: 'image', id, datasetId, detail: { frame } })
      refuseMissingFrame(image, frame)
      if (frame === image.frame) return { success: true } as const
      const { name } = await db
        .selectFrom('dataset')
        .select('name')
        .where('id', '=', datasetId)
        .executeTakeFirstOrThrow()
      // A frame that cannot be decoded cannot be chosen.
      await renditions
        .find(storedPicture({ ...image, frame }, name), preparedWidth)
        .catch((error: unknown) => {
          throw error instanceof UndecodableImage ? undecodableProblem(error) : error
        })
      await choose(db, id, frame)
      await announceDataset(db, datasetId, 'images')
      return { success: true } as const
    }),
  ]
}

/** @throws {Problem} not_found if the file has no such frame */
export function refuseMissingFrame(image: ImageRow, frame: number): void {
  const frames = framesOf(image)
  if (frame > frames) throw new Problem('not_found', message('files.noFrame', { frames, frame }))
}

/** Annotations and results of one frame must never be shown on another. */
async function choose(db: Db, id: number, frame: number): Promise<void> {
  const chosen = await db
    .updateTable('image')
    .set({ frame, undecodable: null })
    .where('id', '=', id)
    .where('annotation_count', '=', 0)
    .where('predicted', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (chosen === undefined) throw new Problem('not_possible_now', message('files.frameInUse'))
}
