import type { GreyImage, Size } from '#raster/image'
import { resample } from '#raster/resample'
import type { NetworkPicture } from '#retina/networks/picture'

/**
 * A network's map of a crop as a map of the whole photograph, at the crop's scale; 0 outside of the
 * crop.
 */
export function wholeMap(map: GreyImage, picture: NetworkPicture, photograph: Size): GreyImage {
  const { origin, scale } = picture
  const isAsLarge = map.width === picture.width && map.height === picture.height
  const shown = isAsLarge ? map : resample(map, picture)
  const width = Math.round(photograph.width / scale.x)
  const height = Math.round(photograph.height / scale.y)
  const [left, top] = [Math.round(origin.x / scale.x), Math.round(origin.y / scale.y)]
  if (left === 0 && top === 0 && width === shown.width && height === shown.height) return shown
  const data = new Float32Array(width * height)
  const [from, to] = [Math.max(0, left), Math.min(width, left + shown.width)]
  for (let y = Math.max(0, top); y < Math.min(height, top + shown.height); y++) {
    const row = (y - top) * shown.width - left
    data.set(shown.data.subarray(row + from, row + to), y * width + from)
  }
  return { width, height, data }
}
