import { dicomwebRoot } from '#contract/dicomweb'
import { message } from '#contract/messages/message'

import { notFound, Problem } from '../../platform/http/problem.ts'
import type { Call } from '../../platform/http/route.ts'
import { getDataset } from '../datasets/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import { findInstances, type Place } from './queries.ts'
import type { Where } from './read-object.ts'

/** Common part of the calls, whichever part of the dataset their addresses name. */
export type Asked = Pick<Call, 'db' | 'actor' | 'accepts' | 'origin' | 'concerns'> & {
  readonly params: { readonly id: number } & Place
}

const everything = 100_000

/** The dataset, the part of it that the address names, and the address of the service. */
export async function enter({ db, actor, params, origin, concerns }: Asked) {
  const { id, study, series, instance } = params
  const dataset = await getDataset(db, actor, id)
  const place: Place = {
    ...(study === undefined ? {} : { study }),
    ...(series === undefined ? {} : { series }),
    ...(instance === undefined ? {} : { instance }),
  }
  concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id, detail: { ...place } })
  return { dataset, place, root: `${origin}${dicomwebRoot(dataset.id)}` }
}

/** @throws {Problem} not_found if there are none */
export async function objectsAt(call: Asked) {
  const { dataset, place, root } = await enter(call)
  const wanted = { datasetId: dataset.id, place, matches: [], limit: everything, offset: 0 }
  const objects = await findInstances(call.db, wanted)
  if (objects.length === 0) throw notFound('study')
  return { dataset, root, objects }
}

export async function objectAt(call: Asked): Promise<Where> {
  const {
    dataset,
    objects: [object],
  } = await objectsAt(call)
  if (object === undefined) throw notFound('study')
  const [type, { id }] =
    'image' in object
      ? (['image', object.image] as const)
      : (['document', object.document] as const)
  call.concerns({ type, id, datasetId: dataset.id })
  return { object, datasetName: dataset.name }
}

/**
 * The images among the objects; of several, only those that can be shown: the fault of a single one is
 * reported when it is rendered.
 * @throws {Problem} if there is no image
 */
export async function picturesAt(call: Asked) {
  const { objects, dataset, root } = await objectsAt(call)
  const images = objects.flatMap((object): ImageRow[] => ('image' in object ? [object.image] : []))
  const [only, ...others] = images
  if (only === undefined) throw new Problem('not_acceptable', message('dicomweb.notRendered'))
  if (others.length > 0) {
    const shown = images.filter(({ undecodable }) => undecodable === null)
    return { images: shown.length === 0 ? [only] : shown, dataset, root }
  }
  call.concerns({ type: 'image', id: only.id, datasetId: dataset.id })
  return { images, dataset, root }
}
