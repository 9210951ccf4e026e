import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { message } from '#contract/messages/message'

import type { MediaType } from '../../platform/http/media-types.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Bytes } from '../../platform/http/route.ts'
import { UndecodableImage } from '../../platform/images/decoder.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import type { StoredPicture } from '../../platform/images/stored-picture.ts'
import { undecodableProblem } from '../images/inspect-image.ts'
import { storedPicture } from '../images/storage.ts'
import { sendParts } from './answers.ts'
import { chooseType } from './choose-type.ts'
import type { Where } from './read-object.ts'

/**
 * Pictures of frames for the screen (PS3.18 section 8.7.4), by their numbers from 1: one alone, and
 * several, or one where that is asked, as parts.
 */
export async function sendRendered(
  renditions: Renditions,
  accepts: readonly MediaType[],
  { object, datasetName }: Where,
  numbers: readonly number[],
): Promise<Bytes> {
  if ('document' in object) throw new Problem('not_acceptable', message('dicomweb.notRendered'))
  const { image } = object
  const chosen = chooseType(accepts, [{ type: 'image/jpeg' }, { type: 'image/png' }])
  const frames = Number(image.dicom_meta['00280008'] ?? 1)
  const missing = numbers.find((number) => number > frames)
  if (missing !== undefined) {
    throw new Problem('not_found', message('dicomweb.noFrame', { frame: missing }))
  }
  const picture = storedPicture(image, datasetName)
  const render = (number: number) =>
    renderedFrame(renditions, { ...picture, frame: number - 1 }, chosen.type)
  const [first, ...others] = numbers
  if (first !== undefined && others.length === 0 && !chosen.isMultipart) return render(first)
  return sendParts(chosen.type, partsOf(numbers, render))
}

async function* partsOf(numbers: readonly number[], render: (number: number) => Promise<Bytes>) {
  for (const number of numbers) yield render(number)
}

async function renderedFrame(
  renditions: Renditions,
  picture: StoredPicture,
  type: string,
): Promise<Bytes> {
  const making = type === 'image/png' ? renditions.asPng(picture) : renditions.find(picture, null)
  const file = await making.catch((error: unknown) => {
    throw error instanceof UndecodableImage ? undecodableProblem(error) : error
  })
  const { size } = await stat(file.path)
  return { contentType: file.mediaType, content: createReadStream(file.path), size }
}
