import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import { micsSettingsOf } from '../datasets/queries.ts'
import { MicsError, type Order } from './adapter.ts'
import type { Site } from './site-file.ts'
import { attachOrder, noteFailure, orderOf } from './queries.ts'
import { connectionOf, type MicsDeps } from './storage.ts'

/** The columns of an image that its order depends on. */
export interface ImageToOrder {
  readonly id: number
  readonly dataset_id: number
  readonly patient_id: string
  readonly study_date: string | null
  readonly acquired_clock: string | null
  readonly metadata: object
  readonly mics_meta: object
  readonly mics_state: string
}

type OrderDeps = Pick<MicsDeps, 'secrets' | 'orderSystem'>

/** The orders of the image's patient and day. @throws {MicsError} */
export async function listOrders(
  deps: OrderDeps,
  dataset: DatasetRow,
  { patient_id: patientId, study_date: studyDate, acquired_clock: acquired }: ImageToOrder,
): Promise<readonly Order[]> {
  if (patientId === '') throw new MicsError(message('mics.noPatient'), { isFinal: true })
  // Orders are dated by the clinic's clock, which is also the camera's.
  const query = { patientId, studyDate: studyDate ?? acquired?.slice(0, 10) ?? '' }
  const orders = await deps.orderSystem.use(connectionOf(deps, dataset), (adapter, waiting) =>
    adapter.findOrders(query, waiting),
  )
  if (orders.some((order) => order.patientId !== patientId)) {
    throw new MicsError(message('mics.otherPatient'))
  }
  return orders
}

/** The one order that the image belongs to. @throws {MicsError} if there is not exactly one */
export async function findOrder(
  deps: OrderDeps,
  dataset: DatasetRow,
  image: ImageToOrder,
): Promise<Order> {
  const orders = await listOrders(deps, dataset, image)
  const order = pick(orders, deps.orderSystem.site?.whenMany ?? 'ask')
  if (order !== undefined) return order
  throw new MicsError(
    orders.length === 0
      ? message('mics.noOrder')
      : message('mics.manyOrders', { count: orders.length }),
  )
}

function pick(orders: readonly Order[], rule: Site['whenMany']): Order | undefined {
  if (orders.length <= 1 || rule !== 'ask') {
    const byAge = orders.toSorted(
      (a, b) =>
        a.date.localeCompare(b.date) || a.ordSeq.localeCompare(b.ordSeq, 'en', { numeric: true }),
    )
    return rule === 'oldest' ? byAge[0] : byAge.at(-1)
  }
  return undefined
}

/**
 * Makes sure that an image may be referred: if the dataset requires orders, the image has one, or
 * gets the one found now. The returned function throws a Problem if none is found; the row of an
 * image that waits for its order then gives the reason, too.
 */
export function ensureOrder(deps: OrderDeps) {
  return async (
    db: Db,
    { dataset, image }: { dataset: DatasetRow; image: ImageToOrder },
  ): Promise<void> => {
    if (!micsSettingsOf(dataset).REQUIRE || orderOf(image) !== '') return
    try {
      await attachOrder(db, image, await findOrder(deps, dataset, image))
    } catch (error) {
      if (!(error instanceof MicsError)) throw error
      // On an analysed image, the row's message is about its result.
      if (image.mics_state === 'Unselected') await noteFailure(db, image, error.told)
      const told = message('mics.orderRequired', { why: error.told })
      throw new Problem('not_possible_now', told, { cause: error })
    }
  }
}
