import type { Region } from '#raster/crop'
import type { RgbaImage, RgbImage, Size } from '#raster/image'
import { findClicked, outlineOf, type ClickPhotograph } from '#retina/clicks/outline-clicks'
import { overviewOf, overviewSize } from '#retina/clicks/overview'
import type { Found } from '#retina/clicks/planes'
import type { Click, Window } from '#retina/clicks/window'
import { windowReader } from '#retina/clicks/window-reader'
import type { MultiPolygon } from '#geometry/polygon'

import { PictureReader } from '../photograph/decode-picture.ts'
import { sharpLevel } from '../photograph/levels.ts'
import type { PhotographSource } from '../photograph/wand.ts'
import type { RunNetwork } from './network.ts'

/** A photograph that objects are clicked on. */
export class ClickedPhotograph {
  readonly #source: PhotographSource
  readonly #infer: RunNetwork
  readonly #pictures = new PictureReader()
  readonly #readPixels: (window: Window) => Promise<RgbImage>
  #overview: Promise<ClickPhotograph> | null = null
  /** The last result, from which a further click goes on. */
  #last: { readonly clicks: readonly Click[]; readonly found: Found } | null = null

  constructor(source: PhotographSource, infer: RunNetwork) {
    this.#source = source
    this.#infer = infer
    this.#readPixels = windowReader(source, (region, size) => this.#read(region, size))
  }

  /**
   * Loads the photograph before the first click; a single picture then needs no connection.
   * @throws {PhotographError}
   */
  async prepare(): Promise<void> {
    await this.#photograph()
    const pixel = { width: 1, height: 1 }
    await this.#read({ x: 0, y: 0, ...pixel }, pixel)
  }

  /**
   * Clicks without use, because browsers translate code when it first runs.
   * @throws {PhotographError}
   */
  async rehearse(): Promise<void> {
    const { width, height } = await this.#photograph()
    const first = { x: width / 2, y: height / 2, inside: true }
    await this.outline([first])
    await this.outline([first, { ...first, inside: false }])
    this.#last = null
  }

  /**
   * The outline of the clicked object, in image pixels; empty if there is none.
   * @throws {PhotographError} if the pixels are not available; the next click tries again.
   */
  async outline(clicks: readonly Click[]): Promise<MultiPolygon> {
    const photograph = await this.#photograph()
    const found = await findClicked(photograph, clicks, this.#foundBefore(clicks), {
      readPixels: this.#readPixels,
      infer: this.#infer,
    })
    if (found === null) return []
    this.#last = { clicks, found }
    return outlineOf(found, clicks, this.#source)
  }

  async #photograph(): Promise<ClickPhotograph> {
    this.#overview ??= this.#lookAtWhole()
    try {
      return await this.#overview
    } catch (error) {
      this.#overview = null
      throw error
    }
  }

  async #lookAtWhole(): Promise<ClickPhotograph> {
    const { width, height } = this.#source
    const pixels = await this.#read({ x: 0, y: 0, width, height }, overviewSize({ width, height }))
    return { width, height, overview: overviewOf(withoutOpacity(pixels)) }
  }

  async #read(region: Region, size: Size): Promise<RgbaImage> {
    const { levels, width, height } = this.#source
    const level = levels[sharpLevel(levels, this.#source, size.width / region.width)]
    if (level === undefined) throw new Error('The photograph has no levels.')
    const [perX, perY] = [level.width / width, level.height / height]
    const part = {
      x: region.x * perX,
      y: region.y * perY,
      width: region.width * perX,
      height: region.height * perY,
    }
    return this.#pictures.read(level, part, size)
  }

  #foundBefore(clicks: readonly Click[]): Found | null {
    const last = this.#last
    const isNext =
      last !== null &&
      last.clicks.length === clicks.length - 1 &&
      last.clicks.every((click, i) => isSame(click, clicks[i]))
    return isNext ? last.found : null
  }
}

function isSame(a: Click, b: Click | undefined): boolean {
  return a.x === b?.x && a.y === b.y && a.inside === b.inside
}

function withoutOpacity({ width, height, data }: RgbaImage): RgbImage {
  return { width, height, data: data.filter((_, i) => i % 4 !== 3) }
}
