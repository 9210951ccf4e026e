import type { Sharp } from 'sharp'

import { message } from '#contract/messages/message'
import type { Window } from '#dicom/pixel-data'

import type { DecodeRequest, ImageSize, PicturePart, PictureView } from './decode-messages.ts'
import { Refusal } from './refusal.ts'

/** For a DICOM file: the frame, counted from 0, and the window in place of the file's own. */
export interface Shown {
  readonly frame?: number
  readonly window?: Window | null
}

/** The part of a file that a request is about. */
export function shownOf(request: DecodeRequest): Shown {
  const frame = 'frame' in request ? request.frame : 0
  return { frame, window: request.kind === 'render' ? (request.view?.window ?? null) : null }
}

/** Renders a picture of a size: with display settings, or at most as wide as requested. */
export function asAsked(
  picture: Sharp,
  size: ImageSize,
  { view, width }: Pick<Extract<DecodeRequest, { kind: 'render' }>, 'view' | 'width'>,
): Sharp {
  if (view !== undefined) return viewOf(picture, size, view)
  if (width === null || width >= size.width) return picture
  return picture.resize({ width, withoutEnlargement: true })
}

/** Crop, mirror, then scale to fit. */
function viewOf(picture: Sharp, size: ImageSize, { fit, part }: PictureView): Sharp {
  let seen = picture
  if (part !== null) {
    seen = seen.extract(placeOf(part, size))
    if ((part.height ?? 1) < 0) seen = seen.flip()
    if ((part.width ?? 1) < 0) seen = seen.flop()
  }
  return fit === null ? seen : seen.resize({ ...fit, fit: 'inside' })
}

function placeOf(part: PicturePart, size: ImageSize) {
  const [left, top] = [Math.floor(part.left), Math.floor(part.top)]
  const width = Math.min(Math.round(Math.abs(part.width ?? size.width)), size.width - left)
  const height = Math.min(Math.round(Math.abs(part.height ?? size.height)), size.height - top)
  if (width >= 1 && height >= 1) return { left, top, width, height }
  throw new Refusal('unusable', message('dicomweb.outsideOfPicture', { ...size }))
}
