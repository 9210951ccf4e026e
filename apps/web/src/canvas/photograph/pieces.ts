import type { ViewSettings } from '#raster/view-filter'

/** Decoded pieces of a photograph under one set of settings; null is the unadjusted photograph. */
export class PieceSet {
  readonly settings: ViewSettings | null
  /** Least recently used first. */
  readonly #bitmaps = new Map<string, ImageBitmap>()
  #pixels = 0

  constructor(settings: ViewSettings | null) {
    this.settings = settings
  }

  has(key: string): boolean {
    return this.#bitmaps.has(key)
  }

  use(key: string): ImageBitmap | undefined {
    const bitmap = this.#bitmaps.get(key)
    if (bitmap !== undefined) {
      this.#bitmaps.delete(key)
      this.#bitmaps.set(key, bitmap)
    }
    return bitmap
  }

  add(key: string, bitmap: ImageBitmap): void {
    this.#remove(key)
    this.#bitmaps.set(key, bitmap)
    this.#pixels += bitmap.width * bitmap.height
  }

  /** Drops the least recently used pieces until at most this many pixels are held, or all are needed. */
  trim(most: number, needed: ReadonlySet<string>): void {
    for (const key of this.#bitmaps.keys()) {
      if (this.#pixels <= most) return
      if (!needed.has(key)) this.#remove(key)
    }
  }

  close(): void {
    for (const key of this.#bitmaps.keys()) this.#remove(key)
  }

  #remove(key: string): void {
    const bitmap = this.#bitmaps.get(key)
    if (bitmap === undefined) return
    this.#pixels -= bitmap.width * bitmap.height
    bitmap.close()
    this.#bitmaps.delete(key)
  }
}
