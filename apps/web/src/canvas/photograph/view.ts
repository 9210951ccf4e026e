import type { Box } from '#geometry/box'
import type { ViewSettings } from '#raster/view-filter'

import { PhotographAdjuster } from './adjuster.ts'
import { PhotographLoader } from './loader.ts'
import { type Level, nearestLevel, type Piece, piecesIn, sharpLevel } from './levels.ts'
import { PieceSet } from './pieces.ts'
import { smooth } from './photograph.ts'
import { type Size, type Viewport, visibleBox } from '../viewport.ts'

/** The viewport of the photograph and the canvas that shows it. */
export interface Window {
  readonly viewport: Viewport
  readonly canvas: Size
  readonly pixelRatio: number
}

export interface PhotographOptions {
  readonly image: Size
  /** From coarse to fine; the first is loaded whole. */
  readonly levels: readonly Level[]
  readonly load: (address: string, signal: AbortSignal) => Promise<ImageBitmap>
  readonly onShown: () => void
  readonly onFailure: (error: unknown) => void
}

/** Pixels of pieces to keep decoded, four bytes each; visible pieces are always kept. */
const keptPixels = 48_000_000
/** Pixels to adjust while settings change, so that a slider responds within a few frames. */
const livePixels = 2_500_000
/** Pieces to adjust before checking again which are needed. */
const atOnce = 4

/**
 * The photograph on its canvas. Loads the visible part of each level, coarse before fine, and shows it
 * with the current settings. If settings change during an adjustment, only the latest are applied after
 * it, so that the view follows a slider as fast as the machine allows.
 */
export class PhotographView {
  readonly #options: PhotographOptions
  readonly #original = new PieceSet(null)
  readonly #loader: PhotographLoader
  readonly #adjuster = new PhotographAdjuster()
  #settings: ViewSettings | null = null
  #adjusted: PieceSet | null = null
  #isAdjusting = false
  #isComparing = false
  #isClosed = false
  #window: Window | null = null
  #changed: () => void = () => undefined

  constructor(options: PhotographOptions) {
    this.#options = options
    this.#loader = new PhotographLoader(options.load, {
      loaded: (key, bitmap) => {
        this.#original.add(key, bitmap)
        this.#tellShown()
      },
      failed: options.onFailure,
    })
  }

  /** Sets the one listener, called when there is something new to paint. */
  onChange(changed: () => void): void {
    this.#changed = changed
  }

  /** Null shows the photograph as it is. */
  adjust(settings: ViewSettings | null): void {
    this.#settings = settings
    if (settings === null) {
      this.#adjusted?.close()
      this.#adjusted = null
    }
    this.#changed()
  }

  /** Shows the photograph without settings while this is on. */
  compare(isComparing: boolean): void {
    this.#isComparing = isComparing
    this.#changed()
  }

  /** Loads what is missing again after a failure. */
  resume(): void {
    this.#loader.resume()
    this.#changed()
  }

  close(): void {
    this.#isClosed = true
    this.#loader.close()
    this.#adjuster.close()
    this.#original.close()
    this.#adjusted?.close()
  }

  /** Paints the available pieces and requests the missing ones. */
  paint(context: CanvasRenderingContext2D, window: Window): void {
    this.#window = window
    const shown = this.#showsOriginal ? this.#original : (this.#adjusted ?? this.#original)
    const { pieces, isForNow } = this.#toPaint(shown, window)
    for (const piece of pieces) {
      const bitmap = shown.use(piece.key)
      if (bitmap !== undefined) paintPiece(context, { piece, bitmap, isForNow }, window)
    }
    if (this.#showsOriginal) this.#loadOriginal(window)
    else void this.#keepAdjusting()
  }

  get #showsOriginal(): boolean {
    return this.#settings === null || this.#isComparing
  }

  #pieces(index: number, set: PieceSet, seen: Box): Piece[] {
    const level = this.#options.levels[index]
    if (level === undefined) return []
    return piecesIn({ level, image: this.#options.image, cut: set.settings !== null }, seen)
  }

  #sharp({ viewport, pixelRatio }: Window): number {
    const { levels, image } = this.#options
    return sharpLevel(levels, image, viewport.zoom * pixelRatio)
  }

  /**
   * The pieces of the sharp level, or of the complete one that is closest to it until it is loaded; while
   * none is complete, of all levels up to the sharp one, coarse first.
   */
  #toPaint(set: PieceSet, window: Window): ToPaint {
    const { viewport, canvas, pixelRatio } = window
    const { levels, image } = this.#options
    const seen = visibleBox(viewport, canvas)
    const pieces = levels.map((_, index) => this.#pieces(index, set, seen))
    const complete = [...pieces.keys()].filter((index) =>
      pieces[index]?.every(({ key }) => set.has(key)),
    )
    const sharp = this.#sharp(window)
    if (complete.includes(sharp)) return { pieces: pieces[sharp] ?? [], isForNow: false }
    const coarser = complete.findLast((index) => index < sharp)
    const scale = viewport.zoom * pixelRatio
    const best = nearestLevel(levels, image, { scale, among: complete })
    const shown =
      best === null || best === coarser ? pieces.slice(best ?? 0, sharp + 1) : [pieces[best]]
    return { pieces: shown.flatMap((of) => of ?? []), isForNow: true }
  }

  #loadOriginal(window: Window): void {
    const { levels, image } = this.#options
    const seen = visibleBox(window.viewport, window.canvas)
    const all = { x: 0, y: 0, ...image }
    const finest = levels.at(-1)?.addresses.length === 1 ? levels.length - 1 : null
    const wanted = [
      ...this.#pieces(0, this.#original, all),
      ...this.#pieces(this.#sharp(window), this.#original, seen),
      ...(finest === null ? [] : this.#pieces(finest, this.#original, all)),
    ]
    this.#original.trim(keptPixels, new Set(wanted.map(({ key }) => key)))
    this.#loader.want(wanted.filter(({ key }) => !this.#original.has(key)))
  }

  async #keepAdjusting(): Promise<void> {
    if (this.#isAdjusting) return
    this.#isAdjusting = true
    try {
      for (let next = this.#nextToAdjust(); next !== null; next = this.#nextToAdjust()) {
        await this.#adjustPieces(next)
      }
    } catch (error) {
      if (!this.#isClosed) this.#options.onFailure(error)
    } finally {
      this.#isAdjusting = false
    }
  }

  async #adjustPieces({ set, settings, pieces }: Adjustment): Promise<void> {
    const { levels, image } = this.#options
    const [preview] = levels
    if (preview === undefined) return
    await this.#adjuster.adjust({ settings, preview, image, pieces }, (key, bitmap) => {
      if (this.#isClosed) bitmap.close()
      else set.add(key, bitmap)
    })
    if (this.#isClosed || this.#settings === null) return set.close()
    if (this.#adjusted !== set) this.#adjusted?.close()
    this.#adjusted = set
    this.#tellShown()
  }

  #nextToAdjust(): Adjustment | null {
    const [settings, window] = [this.#settings, this.#window]
    if (settings === null || window === null || this.#isClosed) return null
    const seen = visibleBox(window.viewport, window.canvas)
    const known = this.#adjusted?.settings === settings ? this.#adjusted : null
    const set = known ?? new PieceSet(settings)
    const live = this.#pieces(this.#live(set, window), set, seen)
    const base = this.#pieces(0, set, { x: 0, y: 0, ...this.#options.image })
    if (known === null) return { set, settings, pieces: live.length === 0 ? base : live }
    const wanted = [...live, ...base, ...this.#pieces(this.#sharp(window), set, seen)]
    set.trim(keptPixels, new Set(wanted.map(({ key }) => key)))
    const missing = wanted.filter(({ key }) => !set.has(key))
    return missing.length === 0 ? null : { set, settings, pieces: missing.slice(0, atOnce) }
  }

  /** The finest level, up to the sharp one, whose visible pixels can be adjusted live. */
  #live(set: PieceSet, window: Window): number {
    const seen = visibleBox(window.viewport, window.canvas)
    for (let index = this.#sharp(window); index > 0; index--) {
      const pieces = this.#pieces(index, set, seen)
      const pixels = pieces.reduce((sum, { width, height }) => sum + width * height, 0)
      if (pixels <= livePixels) return index
    }
    return 0
  }

  #tellShown(): void {
    this.#options.onShown()
    this.#changed()
  }
}

interface Adjustment {
  readonly set: PieceSet
  readonly settings: ViewSettings
  readonly pieces: readonly Piece[]
}

interface ToPaint {
  readonly pieces: readonly Piece[]
  /** Whether they take the place of pieces that are being loaded. */
  readonly isForNow: boolean
}

interface OnePiece extends Pick<ToPaint, 'isForNow'> {
  readonly piece: Piece
  readonly bitmap: ImageBitmap
}

/** Paints a piece with its edges on display pixels, so that no seams are visible. */
function paintPiece(
  context: CanvasRenderingContext2D,
  { piece: { box, width }, bitmap, isForNow }: OnePiece,
  { viewport, pixelRatio }: Window,
): void {
  const scale = viewport.zoom * pixelRatio
  const left = Math.round(box.x * scale + viewport.x * pixelRatio)
  const top = Math.round(box.y * scale + viewport.y * pixelRatio)
  const right = Math.round((box.x + box.width) * scale + viewport.x * pixelRatio)
  const bottom = Math.round((box.y + box.height) * scale + viewport.y * pixelRatio)
  context.setTransform(1, 0, 0, 1, 0, 0)
  smooth(context, (box.width / width) * scale, isForNow)
  context.drawImage(bitmap, left, top, right - left, bottom - top)
}
