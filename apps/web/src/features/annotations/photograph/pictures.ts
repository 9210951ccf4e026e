import {
  levelSize,
  type Photograph,
  renditionWidths,
  tileSide,
  wholeImageSide,
} from '#contract/images'

import { problemOf, unreachable } from '../../../api/call-error.ts'
import { fetchPicture } from '../../../canvas/photograph/fetch-picture.ts'
import type { Level } from '../../../canvas/photograph/levels.ts'
import type { Picture } from '../../../canvas/photograph/photograph.ts'
import { pictureAddress, resultAddress, tileAddress } from '../api.ts'

/** The available sizes of a photograph, from coarse to fine; the last is its own. */
export function photographLevels(image: Photograph): Level[] {
  if (Math.max(image.width, image.height) <= wholeImageSide) {
    const smaller = renditionWidths.filter((width) => width >= 1000 && width < image.width)
    return [...smaller.map((width) => wholeLevel(image, width)), wholeLevel(image, null)]
  }
  const preview = wholeLevel(image, previewWidth(image))
  const count = Math.ceil(Math.log2(Math.max(image.width, image.height)))
  const tiled = Array.from({ length: count }, (_, level) => tiledLevel(image, level))
  return [preview, ...tiled.filter(({ width }) => width > preview.width).toReversed()]
}

/** Narrower for a very high photograph, whose preview would otherwise be large. */
function previewWidth({ width, height }: Photograph): number {
  const [narrow, usual] = renditionWidths
  return (usual * height) / width <= wholeImageSide ? usual : narrow
}

function wholeLevel(image: Photograph, atMost: number | null): Level {
  const width = Math.min(atMost ?? image.width, image.width)
  const height = Math.max(1, Math.round((image.height * width) / image.width))
  const addresses = [pictureAddress(image, atMost)]
  return { width, height, side: Math.max(width, height), addresses }
}

function tiledLevel(image: Photograph, level: number): Level {
  const size = levelSize(image, level)
  const columns = Math.ceil(size.width / tileSide)
  const count = columns * Math.ceil(size.height / tileSide)
  const addresses = Array.from({ length: count }, (_, i) =>
    tileAddress(image, { level, x: i % columns, y: Math.floor(i / columns) }),
  )
  return { ...size, side: tileSide, addresses }
}

export type LoadedPicture = Picture & { readonly source: ImageBitmap }

export async function loadResult(id: number, signal: AbortSignal): Promise<LoadedPicture> {
  const source = await loadPicture(resultAddress(id), signal)
  return { source, width: source.width, height: source.height }
}

/**
 * Loads a picture and decodes it off the main thread. Large ones may take long over a slow connection, so
 * only the caller's signal limits the time. Throws a CallError if the picture is not available.
 */
export async function loadPicture(address: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetchPicture(address, signal).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable(error)
  })
  if (!response.ok) throw problemOf(response.status, await response.text())
  const bitmap = await createImageBitmap(await response.blob())
  if (!signal.aborted) return bitmap
  bitmap.close()
  throw signal.reason
}
