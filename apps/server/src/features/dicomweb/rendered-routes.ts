import {
  retrieveCapabilities,
  retrieveFrameThumbnail,
  retrieveRendered,
  retrieveRenderedFrames,
  retrieveRenderedSeries,
  retrieveRenderedStudy,
  retrieveSeriesThumbnail,
  retrieveStudyThumbnail,
  retrieveThumbnail,
} from '#contract/dicomweb'
import type { RenderedQuery } from '#contract/rendering'

import { notFound } from '../../platform/http/problem.ts'
import { readAgain, serve, type Bytes, type Route } from '../../platform/http/route.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import type { SendDicomDeps } from '../images/dicom/send-dicom.ts'
import { ensureSound } from '../images/sound-original.ts'
import { enter, picturesAt, type Asked } from './asked.ts'
import { sendCapabilities } from './capabilities.ts'
import { numbersOf } from './frames.ts'
import { sendRendered, sendThumbnail } from './rendered.ts'

type Rendering = Asked & { readonly query: RenderedQuery }

interface RenderedDeps extends SendDicomDeps {
  readonly renditions: Renditions
}

/** Routes that return rendered pictures, and the list of supported calls. */
export function renderedRoutes(deps: RenderedDeps): Route[] {
  const { renditions } = deps
  const render = async (call: Rendering, numbers: readonly number[]): Promise<Bytes> => {
    const { images, dataset, root } = await picturesAt(call)
    // Do not show a picture made earlier from an original that is damaged now.
    for (const image of images) {
      await ensureSound(call.db, deps, { image, datasetName: dataset.name })
    }
    const frames = images.flatMap((image) =>
      numbers.map((number) => ({ image, datasetName: dataset.name, number })),
    )
    return sendRendered(renditions, frames, { ...call, root })
  }
  /** @param asked number of the frame; absent: the one chosen for the image */
  const thumbnail = async (call: Rendering, asked?: number): Promise<Bytes> => {
    const {
      images: [image],
      dataset,
      root,
    } = await picturesAt(call)
    if (image === undefined) throw notFound('picture')
    const frame = { image, datasetName: dataset.name, number: asked ?? image.frame }
    await ensureSound(call.db, deps, frame, 'glance')
    return sendThumbnail(renditions, frame, { ...call, root })
  }

  return [
    serve(retrieveRendered, (call) => render(call, [1]), readAgain),
    serve(retrieveRenderedFrames, (call) => render(call, numbersOf(call.params.frames)), readAgain),
    serve(retrieveRenderedSeries, (call) => render(call, [1]), readAgain),
    serve(retrieveRenderedStudy, (call) => render(call, [1]), readAgain),
    serve(retrieveThumbnail, (call) => thumbnail(call), readAgain),
    serve(retrieveFrameThumbnail, (call) => thumbnail(call, Number(call.params.frames)), readAgain),
    serve(retrieveSeriesThumbnail, (call) => thumbnail(call), readAgain),
    serve(retrieveStudyThumbnail, (call) => thumbnail(call), readAgain),

    serve(retrieveCapabilities, async (call) => {
      const { dataset } = await enter(call)
      return sendCapabilities(call.accepts, { origin: call.origin, datasetId: dataset.id })
    }),
  ]
}
