import type { Region } from '#raster/crop'
import type { RgbaImage, RgbImage, Size } from '#raster/image'

import { cutWindow, type PhotographPart } from './cut-window.ts'
import type { Window } from './window.ts'
import { regionOfWindow } from './window.ts'

/** Pixels that are read for one pixel of a window, along each side. */
const fineness = 2
/** Parts that are kept, of at most 4 MB each. */
const mostParts = 4
/** Side of the part that is read around a window, in sides of the window. The next looks are near. */
const spread = 4

/**
 * Cuts windows out of a photograph of a size, for `findClicked`. `read` returns a region of the
 * photograph, reduced to a size; a part that was read lately serves later windows within it.
 */
export function windowReader(
  image: Size,
  read: (region: Region, size: Size) => Promise<RgbImage | RgbaImage>,
): (window: Window) => Promise<RgbImage> {
  const parts: PhotographPart[] = []
  return async (window) => {
    const known = parts.find((part) => shows(part, window, image))
    if (known !== undefined) return cutWindow(known, window)
    const region = regionOfWindow({ ...window, side: spread * window.side }, image)
    const scale = scaleFor(window)
    const size = {
      width: Math.max(1, Math.round(region.width * scale)),
      height: Math.max(1, Math.round(region.height * scale)),
    }
    const part = { region, pixels: await read(region, size) }
    parts.unshift(part)
    parts.splice(mostParts)
    return cutWindow(part, window)
  }
}

/** Pixels to read for one of the photograph, along each side. */
function scaleFor({ side, sidePx }: Window): number {
  return Math.min(1, (fineness * sidePx) / side)
}

/** Whether a part contains a window in sufficient detail. */
function shows({ region, pixels }: PhotographPart, window: Window, image: Size): boolean {
  const wanted = regionOfWindow(window, image)
  return (
    wanted.x >= region.x &&
    wanted.y >= region.y &&
    wanted.x + wanted.width <= region.x + region.width &&
    wanted.y + wanted.height <= region.y + region.height &&
    // The sides of the pixels are rounded.
    Math.round(scaleFor(window) * region.width) <= pixels.width + 1
  )
}
