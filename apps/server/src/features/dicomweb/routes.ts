import {
  retrieveBulkData,
  retrieveFrames,
  retrieveInstance,
  retrieveInstanceMetadata,
  retrieveSeries,
  retrieveSeriesMetadata,
  retrieveStudy,
  retrieveStudyMetadata,
  searchInstances,
  searchInstancesOfSeries,
  searchInstancesOfStudy,
  searchSeries,
  searchSeriesOfStudy,
  searchStudies,
  storeInstances,
  storeInstancesOfStudy,
} from '#contract/dicomweb'
import { message } from '#contract/messages/message'
import type { JsonDataSet } from '#dicom/json/json-element'
import { inLittleEndian } from '#dicom/little-endian'

import { parseMediaType } from '../../platform/http/media-types.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readAgain, serve, type Bytes, type Call, type Route } from '../../platform/http/route.ts'
import { dicomMediaType } from '../../platform/images/format.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import { getDataset } from '../datasets/queries.ts'
import type { SendDicomDeps } from '../images/dicom/send-dicom.ts'
import { moreThanAnswered, notFuzzy, sendJson, sendParts } from './answers.ts'
import { enter, objectAt, objectsAt, type Asked } from './asked.ts'
import { chooseType } from './choose-type.ts'
import {
  allFrames,
  anyBytes,
  areDecoded,
  decodedFrames,
  frameOffers,
  numbersOf,
  storedFrames,
} from './frames.ts'
import { instancePath, presentInstance, presentSeries, presentStudy } from './present.ts'
import { findInstances, findSeries, findStudies, type StudyObject, type Wanted } from './queries.ts'
import { contentOf, metadataOf, objectFile, readObject, type DicomObject } from './read-object.ts'
import { plainOffers, storedOffer, withUids } from './offers.ts'
import { renderedRoutes } from './rendered-routes.ts'
import { parseSearch, type Search } from './search.ts'
import { presentStored, storeFiles } from './store-instances.ts'

interface DicomwebDeps extends SendDicomDeps {
  readonly renditions: Renditions
}

type Searching = Asked & { readonly query: Parameters<typeof parseSearch>[0] }

const pixelData = '7FE00010'

export function dicomwebRoutes(deps: DicomwebDeps): Route[] {
  const retrieve = async (call: Asked): Promise<Bytes> => {
    const { objects, dataset } = await objectsAt(call)
    const stored = storedOffer(objects)
    const [only, ...others] = objects
    const offers = others.length === 0 && only !== undefined ? plainOffers(only) : []
    const chosen = chooseType(call.accepts, [stored, ...offers])
    const isPlain = chosen.transferSyntax !== stored.transferSyntax
    const fileOf = (object: StudyObject) =>
      objectFile(call.db, deps, {
        object,
        datasetName: dataset.name,
        ...(isPlain && { plain: 'file' as const }),
      })
    if (only === undefined || others.length > 0)
      return sendParts(dicomMediaType, parts(fileOf, objects))
    const file = await fileOf(only)
    return chosen.isMultipart ? sendParts(dicomMediaType, [file]) : file
  }
  const metadata = async (call: Asked): Promise<Bytes> => {
    const { objects, dataset, root } = await objectsAt(call)
    return sendJson(call.accepts, async () => {
      const all = []
      for (const each of objects) {
        const object = await readObject(call.db, deps, { object: each, datasetName: dataset.name })
        all.push(withUids(metadataOf(object, `${root}${instancePath(each)}`), each))
      }
      return all
    })
  }
  const read = async (call: Asked) => {
    const where = await objectAt(call)
    return { where, object: await readObject(call.db, deps, where) }
  }
  const pixelsOf = async (
    call: Asked,
    { where, object }: Awaited<ReturnType<typeof read>>,
    numbers: readonly number[],
  ): Promise<Bytes> => {
    const chosen = chooseType(call.accepts, frameOffers(object))
    const frames = areDecoded(object, chosen)
      ? await decodedFrames(object, numbers, async (plain) =>
          contentOf(await objectFile(call.db, deps, { ...where, plain })),
        )
      : storedFrames(object, numbers)
    const type = `${chosen.type}; transfer-syntax=${chosen.transferSyntax}`
    return sendFrames(frames, type, chosen.isMultipart)
  }
  const store = async (call: Asked & Pick<Call, 'files'>): Promise<Bytes> => {
    const { dataset, root, place } = await enter(call)
    const given = { dataset, files: call.files, actor: call.actor, study: place.study }
    return presentStored(root, await storeFiles({ ...deps, db: call.db }, given))
  }
  const storing = { ownTransactions: true, admit: refuseNonMembers }

  return [
    serve(searchStudies, search(findStudies, presentStudy)),
    serve(searchSeries, search(findSeries, presentSeries)),
    serve(searchSeriesOfStudy, search(findSeries, presentSeries)),
    serve(searchInstances, search(findInstances, presentInstance)),
    serve(searchInstancesOfStudy, search(findInstances, presentInstance)),
    serve(searchInstancesOfSeries, search(findInstances, presentInstance)),
    serve(retrieveStudy, retrieve),
    serve(retrieveSeries, retrieve),
    serve(retrieveInstance, retrieve),
    serve(retrieveStudyMetadata, metadata),
    serve(retrieveSeriesMetadata, metadata),
    serve(retrieveInstanceMetadata, metadata),

    serve(
      retrieveFrames,
      async (call) => {
        return pixelsOf(call, await read(call), numbersOf(call.params.frames))
      },
      readAgain,
    ),

    serve(
      retrieveBulkData,
      async (call) => {
        const found = await read(call)
        const { object } = found
        const { tag } = call.params
        if (tag === pixelData) return pixelsOf(call, found, allFrames(object))
        const { isMultipart } = chooseType(call.accepts, [{ type: anyBytes }])
        return sendFrames([bytesOf(object, tag)], anyBytes, isMultipart)
      },
      readAgain,
    ),

    ...renderedRoutes(deps),

    serve(storeInstances, store, storing),
    serve(storeInstancesOfStudy, store, storing),
  ]
}

/** Read one after the other, as they are sent. */
async function* parts(
  fileOf: (object: StudyObject) => Promise<Bytes>,
  objects: readonly StudyObject[],
): AsyncGenerator<Bytes> {
  for (const object of objects) yield fileOf(object)
}

/** Answers with the results of `find`, each converted by `present`. */
function search<Found>(
  find: (db: Call['db'], wanted: Wanted) => Promise<Found[]>,
  present: Present<Found>,
) {
  return async (call: Searching): Promise<Bytes> => {
    const { dataset, root, place } = await enter(call)
    const { id } = dataset
    const detail = { ...place, ...call.query }
    call.concerns({ type: 'dataset', id, datasetId: id, detail })
    const asked = parseSearch(call.query)
    let hasMore = false
    const answer = await sendJson(call.accepts, async () => {
      const limit = asked.limit + 1
      const found = await find(call.db, { ...asked, limit, datasetId: id, place })
      hasMore = found.length > asked.limit
      return found.slice(0, asked.limit).map((each) => present(root, each, asked))
    })
    const warnings = [
      ...(asked.isFuzzy ? [notFuzzy(root)] : []),
      ...(hasMore && asked.isLimitOurs ? [moreThanAnswered(root)] : []),
    ]
    return warnings.length === 0 ? answer : { ...answer, warning: warnings.join(', ') }
  }
}

type Present<Found> = (root: string, found: Found, search: Search) => JsonDataSet

function sendFrames(frames: readonly Uint8Array[], contentType: string, asParts: boolean): Bytes {
  const [first, ...others] = frames
  if (!asParts && first !== undefined && others.length === 0) {
    return { contentType, content: Buffer.from(first) }
  }
  const { type } = parseMediaType(contentType)
  return sendParts(
    type,
    frames.map((content) => ({ contentType, content })),
  )
}

function bytesOf({ dataSet }: DicomObject, tag: string): Uint8Array {
  const element = dataSet.elements.get(tag)
  if (element === undefined || element.value.length === 0) {
    throw new Problem('not_found', message('dicomweb.noAttribute', { tag }))
  }
  return inLittleEndian(element.value, element.vr ?? '', dataSet.isLittleEndian)
}

/** The call itself checks the same, but only after its files are received. */
function refuseNonMembers({ db, actor, params }: Pick<Asked, 'db' | 'actor' | 'params'>) {
  return getDataset(db, actor, params.id)
}
