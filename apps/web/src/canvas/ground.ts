import type { Point } from '#geometry/point'

/** Side in pixels of the scaled copy from which the mean is taken. */
const samples = 8

/** Returns the colour of a photograph beneath a drawing. */
export class Ground {
  readonly #context: CanvasRenderingContext2D | null

  constructor() {
    const canvas = document.createElement('canvas')
    canvas.width = samples
    canvas.height = samples
    this.#context = canvas.getContext('2d', { willReadFrequently: true })
  }

  /**
   * The mean colour around a point of a picture, in its pixels, as '#rrggbb'; null outside the picture.
   */
  colourAt(picture: HTMLCanvasElement, at: Point, radius: number): string | null {
    const context = this.#context
    if (context === null || picture.width === 0 || picture.height === 0) return null
    const side = Math.max(1, 2 * radius)
    const [x, y] = [at.x - side / 2, at.y - side / 2]
    context.clearRect(0, 0, samples, samples)
    context.drawImage(picture, x, y, side, side, 0, 0, samples, samples)
    return meanColour(context.getImageData(0, 0, samples, samples).data)
  }
}

/** The mean of RGBA bytes without transparent ones, as '#rrggbb'; null if all are transparent. */
function meanColour(bytes: Uint8ClampedArray): string | null {
  const sums = [0, 0, 0]
  let count = 0
  for (let i = 0; i < bytes.length; i += 4) {
    if (bytes[i + 3] !== 255) continue
    count++
    for (const channel of sums.keys())
      sums[channel] = (sums[channel] ?? 0) + (bytes[i + channel] ?? 0)
  }
  if (count === 0) return null
  const hex = sums.map((sum) =>
    Math.round(sum / count)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${hex.join('')}`
}
