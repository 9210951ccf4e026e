import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

import type { Point } from '#geometry/point'
import type { Part } from '#raster/components'
import type { RgbImage } from '#raster/image'
import { cutWindow } from '#retina/clicks/cut-window'
import { type ClickPhotograph, findClicked, outlineOf } from '#retina/clicks/outline-clicks'
import { overviewOf, overviewSize } from '#retina/clicks/overview'
import type { Found, Planes } from '#retina/clicks/planes'
import type { Click, Window } from '#retina/clicks/window'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'

import { readPhotograph } from '../../training/read-photographs.ts'
import { firstClick, judge } from './user.ts'

const shipped = path.join(import.meta.dirname, '../../packages/retina/clicks/network.onnx')

/** A photograph to click on. */
export interface Clickable {
  readonly image: RgbImage
  readonly photograph: ClickPhotograph
}

/** Opens a file of the photographs' folder. */
export async function openClickable(file: string): Promise<Clickable> {
  const image = await readPhotograph(file)
  const { width, height, data } = image
  const size = overviewSize(image)
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const overview = overviewOf({ ...size, data: new Uint8Array(small) })
  return { image, photograph: { width, height, overview } }
}

/** Where a hand that aims at a place comes down. */
export type Hand = (aim: Point) => Point

export const exact: Hand = ({ x, y }) => ({ x, y })

/** What a careful person clicks on, and Dice's coefficient after each click. */
export interface Clicking {
  readonly clicks: readonly Click[]
  readonly dice: readonly number[]
}

/** Outlines objects by clicks, as the product does. */
export class Clicker {
  readonly #session: InferenceSession
  /** Milliseconds of each look of the network. */
  readonly times: number[] = []

  private constructor(session: InferenceSession) {
    this.#session = session
  }

  /** With the network in a file, or the shipped one. */
  static async with(model = shipped): Promise<Clicker> {
    const session = await InferenceSession.create(await readFile(model), {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    })
    return new Clicker(session)
  }

  /**
   * Clicks in the middle of an object, and then of the largest part that is wrong, as far off as a hand is:
   * exactly by default.
   */
  async clickOn(
    { image, photograph }: Clickable,
    object: Part,
    most: number,
    hand: Hand = exact,
  ): Promise<Clicking> {
    const region = { x: 0, y: 0, width: image.width, height: image.height }
    const readPixels = (window: Window) =>
      Promise.resolve(cutWindow({ pixels: image, region }, window))
    const infer = (planes: Planes) => this.#infer(planes)
    const clicks = [{ ...firstClick(object), ...hand(firstClick(object)) }]
    const result: number[] = []
    let found: Found | null = null
    for (;;) {
      found = await findClicked(photograph, clicks, found, { readPixels, infer })
      if (found === null) throw new Error('There is a click.')
      const { dice, correction } = judge(object, outlineOf(found, clicks, image), image)
      result.push(dice)
      if (result.length === most) return { clicks, dice: result }
      if (correction !== null) clicks.push({ ...correction, ...hand(correction) })
    }
  }

  async #infer({ dims, data }: Planes): Promise<Float32Array> {
    const start = performance.now()
    const { probability } = await this.#session.run({ image: new Tensor('float32', data, dims) })
    this.times.push(performance.now() - start)
    return probability?.data as Float32Array
  }
}
