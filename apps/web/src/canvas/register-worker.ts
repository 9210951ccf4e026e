import type { Point } from '#geometry/point'
import type { RgbImage, Size } from '#raster/image'
import {
  type Enlargement,
  enlargeMap,
  mapPlace,
  type QuadraticMap,
  type Tie,
} from '#retina/registration/quadratic-map'
import {
  registerByHand,
  registerPhotographs,
  type RegistrationRefusal,
} from '#retina/registration/register'

/** A photograph of a size, and the address of a picture of it that may be smaller. */
export interface PhotographAt {
  readonly address: string
  readonly width: number
  readonly height: number
}

/** A place that a person has set in both photographs, in image pixels. */
export type SetPlace = Pick<Tie, 'from' | 'to'>

export interface RegisterRequest {
  readonly first: PhotographAt
  readonly second: PhotographAt
  /** Places in the first and the same places in the second that a person has set; null for none. */
  readonly places: readonly SetPlace[] | null
}

/** The second photograph on the first. */
export interface RegisteredPhotographs {
  readonly kind: 'registered'
  /** From the first to the second, in image pixels. */
  readonly map: QuadraticMap
  /** Share of the vessels in the common part that agree; null if only the person's places do. */
  readonly agreement: number | null
  /** The second, moved onto the first. */
  readonly picture: ImageData
}

export type RegisterAnswer =
  | RegisteredPhotographs
  | { readonly kind: 'refused'; readonly reason: RegistrationRefusal }
  | { readonly kind: 'failed'; readonly reason: string }

async function read({ address }: PhotographAt): Promise<ImageData> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const picture = await createImageBitmap(await response.blob())
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser gives no canvas to decode it on.')
  context.drawImage(picture, 0, 0)
  picture.close()
  return context.getImageData(0, 0, width, height)
}

function withoutOpacity({ width, height, data }: ImageData): RgbImage {
  const pixels = new Uint8Array(3 * width * height)
  for (let i = 0, from = 0, to = 0; i < width * height; i++, from += 4, to += 3) {
    pixels[to] = data[from] ?? 0
    pixels[to + 1] = data[from + 1] ?? 0
    pixels[to + 2] = data[from + 2] ?? 0
  }
  return { width, height, data: pixels }
}

async function answer({ first, second, places }: RegisterRequest): Promise<RegisterAnswer> {
  const [a, b] = await Promise.all([read(first), read(second)])
  const [smallA, smallB] = [ratioOf(a, first), ratioOf(b, second)]
  const images = [withoutOpacity(a), withoutOpacity(b)] as const
  const found =
    places === null
      ? registerPhotographs(...images)
      : registerByHand(
          ...images,
          places.map(({ from, to }) => ({ from: scaled(from, smallA), to: scaled(to, smallB) })),
        )
  if (found.kind === 'refused') return found
  const map = enlargeMap(found.map, { from: ratioOf(first, a), to: ratioOf(second, b) })
  return {
    kind: 'registered',
    map,
    agreement: found.agreement,
    picture: moveOnto(a, b, found.map),
  }
}

function ratioOf(size: Size, to: Size): Enlargement {
  return { x: size.width / to.width, y: size.height / to.height }
}

function scaled({ x, y }: Point, ratio: Enlargement): Point {
  return { x: ratio.x * x, y: ratio.y * y }
}

/** The second picture as the first one would show it: black where it has nothing. */
function moveOnto({ width, height }: Size, second: ImageData, map: QuadraticMap): ImageData {
  const moved = new ImageData(width, height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      copyPixel(second, mapPlace(map, { x: x + 0.5, y: y + 0.5 }), moved.data, i)
      moved.data[i + 3] = 255
    }
  }
  return moved
}

/** Linear between the nearest four pixels. */
function copyPixel(
  { width, height, data }: ImageData,
  { x, y }: Point,
  out: ImageData['data'],
  i: number,
): void {
  const [left, top] = [x - 0.5, y - 0.5]
  const [column, row] = [Math.floor(left), Math.floor(top)]
  if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return
  const [tx, ty] = [left - column, top - row]
  const at = 4 * (row * width + column)
  for (let k = at, to = i; k < at + 3; k++, to++) {
    const above = (data[k] ?? 0) * (1 - tx) + (data[k + 4] ?? 0) * tx
    const below = (data[k + 4 * width] ?? 0) * (1 - tx) + (data[k + 4 * width + 4] ?? 0) * tx
    out[to] = above * (1 - ty) + below * ty
  }
}

addEventListener('message', ({ data }: MessageEvent<RegisterRequest>) => {
  answer(data).then(
    (found) => postMessage(found),
    (error: unknown) =>
      postMessage({
        kind: 'failed',
        reason: error instanceof Error ? error.message : String(error),
      } satisfies RegisterAnswer),
  )
})
