import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { message } from '#contract/messages/message'
import type { RenderedQuery } from '#contract/rendering'

import type { PictureView } from '../../platform/images/decode-messages.ts'
import { parseAccept, type MediaType } from '../../platform/http/media-types.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Bytes } from '../../platform/http/route.ts'
import { UndecodableImage } from '../../platform/images/decoder.ts'
import type { RenditionFile, Renditions } from '../../platform/images/renditions.ts'
import type { StoredPicture } from '../../platform/images/stored-picture.ts'
import { undecodableProblem } from '../images/inspect-image.ts'
import type { ImageRow } from '../images/queries.ts'
import { storedPicture } from '../images/storage.ts'
import { notRendered, sendParts } from './answers.ts'
import { chooseType } from './choose-type.ts'

interface Wish {
  /** Media types of the Accept header. */
  readonly accepts: readonly MediaType[]
  readonly query: RenderedQuery
  readonly root: string
}

/** A frame of an object by its number from 1. */
export interface Frame {
  readonly image: ImageRow
  readonly datasetName: string
  readonly number: number
}

/**
 * Pictures of frames for the screen (PS3.18 section 8.7.4): a single one alone; several, or one if requested
 * so, as parts. Burnt-in texts and colour profiles are not supported, which a warning states.
 */
export async function sendRendered(
  renditions: Renditions,
  frames: readonly Frame[],
  { accepts, query, root }: Wish,
): Promise<Bytes> {
  const chosen = chooseType(acceptedBy(accepts, query), pictureTypes, 'alone')
  for (const frame of frames) refuseMissing(frame)
  const as = chosen.type === 'image/png' ? 'png' : 'jpeg'
  const render = (frame: Frame) => rendered(renditions, pictureOf(frame), { as, query })
  const warning = warningOf(query, root)
  const [first, ...others] = frames
  const answer =
    first !== undefined && others.length === 0 && !chosen.isMultipart
      ? await render(first)
      : sendParts(chosen.type, partsOf(frames, render))
  return warning === undefined ? answer : { ...answer, warning }
}

/** A small picture of a frame (PS3.18 section 8.7.5), in the requested size. */
export async function sendThumbnail(
  renditions: Renditions,
  frame: Frame,
  { accepts, query, root }: Wish,
): Promise<Bytes> {
  const { type } = chooseType(acceptedBy(accepts, query), pictureTypes, 'alone')
  if (type === 'image/jpeg' && query.viewport === undefined) {
    refuseMissing(frame)
    return sendFile(await orTold(renditions.thumbnail(pictureOf(frame))))
  }
  const viewport = query.viewport ?? usualThumbnail
  return sendRendered(renditions, [frame], { accepts, query: { ...query, viewport }, root })
}

const pictureTypes = [{ type: 'image/jpeg' }, { type: 'image/png' }]
const whole = { left: 0, top: 0, sourceWidth: null, sourceHeight: null }
const usualThumbnail = { width: 250, height: 250, ...whole }

function acceptedBy(accepts: readonly MediaType[], { accept }: RenderedQuery) {
  return accept === undefined ? accepts : parseAccept(accept)
}

function warningOf({ annotation, iccprofile }: RenderedQuery, root: string): string | undefined {
  if (annotation !== undefined) return notRendered(root, 'annotation')
  const hasProfile = iccprofile !== undefined && iccprofile !== 'no'
  return hasProfile ? notRendered(root, 'iccprofile') : undefined
}

function refuseMissing({ image, number }: Frame): void {
  if (number <= Number(image.dicom_meta['00280008'] ?? 1)) return
  throw new Problem('not_found', message('dicomweb.noFrame', { frame: number }))
}

function pictureOf({ image, datasetName, number }: Frame): StoredPicture {
  const picture = storedPicture(image, datasetName)
  return { ...picture, frame: number - 1 }
}

async function* partsOf(frames: readonly Frame[], render: (frame: Frame) => Promise<Bytes>) {
  for (const frame of frames) yield render(frame)
}

async function rendered(
  renditions: Renditions,
  picture: StoredPicture,
  { as, query }: { as: 'jpeg' | 'png'; query: RenderedQuery },
): Promise<Bytes> {
  const view = viewOf(query)
  if (view !== undefined) {
    const content = await orTold(renditions.view(picture, as, view))
    return { contentType: `image/${as}`, content, size: content.length }
  }
  return sendFile(
    await orTold(as === 'png' ? renditions.asPng(picture) : renditions.find(picture, null)),
  )
}

/** Undefined for the default picture, which is cached. */
function viewOf({ viewport, window, quality }: RenderedQuery): PictureView | undefined {
  if (viewport === undefined && window === undefined && quality === undefined) return undefined
  const seen = { window: window ?? null, quality: quality ?? null }
  if (viewport === undefined) return { ...seen, fit: null, part: null }
  const { width, height, left, top, sourceWidth, sourceHeight } = viewport
  const part = { left, top, width: sourceWidth, height: sourceHeight }
  return { ...seen, fit: { width, height }, part }
}

async function sendFile({ path, mediaType }: RenditionFile): Promise<Bytes> {
  const { size } = await stat(path)
  return { contentType: mediaType, content: createReadStream(path), size }
}

function orTold<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof UndecodableImage ? undecodableProblem(error) : error
  })
}
