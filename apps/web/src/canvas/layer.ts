import type { Box } from '#geometry/box'

import { type Size, sameViewport, sameZoom, toImage, toScreen, type Viewport } from './viewport.ts'

/**
 * Paints in image pixels, piece by piece: everything visible, or everything that touches a part of the
 * image. Yields about how many vertices each piece has.
 */
export type Draw = (context: CanvasRenderingContext2D, part: Box | null) => Iterable<number>

/** The part of the image whose content has changed since it was painted. */
export type Stale = Box | 'all' | 'nothing'

/** A distance in whole display pixels. */
interface Shift {
  readonly x: number
  readonly y: number
}

interface PaintOptions {
  readonly stale: Stale
  /** Whether the viewport changes from frame to frame. */
  readonly moving: boolean
  /** Whether all of it takes so long that it is painted over several frames, and shown at the end. */
  readonly isLong: boolean
}

/** A painting that is shown once it is complete. */
interface Draft {
  readonly viewport: Viewport
  readonly context: CanvasRenderingContext2D
  /** Of one pixel, which reads the painting. */
  readonly probe: CanvasRenderingContext2D
  readonly pieces: Iterator<number>
  vertices: number
}

function isInPlace(shift: Shift | null): boolean {
  return shift?.x === 0 && shift.y === 0
}

/** With more vertices, what is painted is moved along with the viewport rather than painted anew. */
const costlyVertices = 1500

/** Vertices of a draft that are painted in a frame: without a graphics card, some 40 ms. */
const verticesOfFrame = 12_000
/** What a piece takes beside its vertices, in vertices. */
const verticesPerPiece = 20

/** One canvas of a stack, as large as the window through which the image is seen. */
export class Layer {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #painted: Viewport | null = null
  #pixelRatio = 1
  #isOutdated = false
  #vertices = 0
  #draft: Draft | null = null

  constructor(host: HTMLElement) {
    this.#canvas = host.ownerDocument.createElement('canvas')
    this.#canvas.setAttribute('aria-hidden', 'true')
    this.#context = contextOf(this.#canvas)
    host.append(this.#canvas)
  }

  /** Changing the size of a canvas empties it. */
  resize({ width, height }: Size, pixelRatio: number): void {
    this.#pixelRatio = pixelRatio
    this.#canvas.width = Math.max(1, Math.round(width * pixelRatio))
    this.#canvas.height = Math.max(1, Math.round(height * pixelRatio))
    // 100 % is not a whole number of display pixels at every ratio, which would blur the canvas.
    this.#canvas.style.width = `${this.#canvas.width / pixelRatio}px`
    this.#canvas.style.height = `${this.#canvas.height / pixelRatio}px`
    this.#painted = null
    this.#draft = null
  }

  /** The painted canvas, in display pixels. */
  get canvas(): HTMLCanvasElement {
    return this.#canvas
  }

  set opacity(opacity: number) {
    this.#canvas.style.opacity = String(opacity)
  }

  set isLeftOut(isLeftOut: boolean) {
    this.#canvas.style.display = isLeftOut ? 'none' : ''
  }

  /**
   * Paints what is stale or comes into view. While the viewport zooms, a layer of very many vertices only
   * follows, and is painted sharply afterwards. Returns whether it is to be called again for the rest.
   */
  paint(viewport: Viewport, options: PaintOptions, draw: Draw): boolean {
    const draft = this.#draft
    if (draft === null) this.#paintNow(viewport, options, draw)
    else if (options.stale === 'nothing' && sameViewport(draft.viewport, viewport))
      this.#goOn(draft)
    else {
      this.#draft = null
      this.#isOutdated = true
      this.#paintNow(viewport, options, draw)
    }
    return this.#draft !== null
  }

  #paintNow(viewport: Viewport, { stale, moving, isLong }: PaintOptions, draw: Draw): void {
    const shift = this.#isOutdated ? null : this.#shiftTo(viewport)
    if (isInPlace(shift) && stale === 'nothing') {
      this.#canvas.style.transform = ''
      return
    }
    if (moving && shift === null && this.#painted !== null && this.#isCostly) {
      this.#isOutdated ||= stale !== 'nothing'
      return this.follow(viewport)
    }
    if (shift !== null && stale !== 'all' && (isInPlace(shift) || this.#isCostly))
      this.#paintParts(viewport, { shift, stale }, draw)
    else if (isLong) this.#begin(viewport, draw)
    else this.#paintAll(viewport, draw)
  }

  get #isCostly(): boolean {
    return this.#vertices > costlyVertices
  }

  /** Shifts the painted pixels, and paints the stale part and the strips that come into view. */
  #paintParts(
    viewport: Viewport,
    { shift, stale }: { shift: Shift; stale: Box | 'nothing' },
    draw: Draw,
  ): void {
    this.#shiftBy(shift)
    const parts = this.#uncoveredBy(shift, viewport)
    if (stale !== 'nothing') parts.push(stale)
    for (const part of parts) this.#paintPart(viewport, part, draw)
    this.#isAt(viewport)
  }

  #paintAll(viewport: Viewport, draw: Draw): void {
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    this.#vertices = this.#draw(viewport, null, draw)
    this.#isAt(viewport)
  }

  /** All that the canvas shows is painted for a viewport. */
  #isAt(viewport: Viewport): void {
    this.#painted = viewport
    this.#isOutdated = false
    this.#canvas.style.transform = ''
  }

  /** Keeps the old painting on the canvas until the new one is complete: an empty canvas would flicker. */
  #begin(viewport: Viewport, draw: Draw): void {
    const context = this.#hidden(this.#canvas)
    const pieces = draw(context, null)[Symbol.iterator]()
    const probe = this.#hidden({ width: 1, height: 1 })
    this.#draft = { viewport, context, probe, pieces, vertices: 0 }
    this.#goOn(this.#draft)
  }

  #goOn(draft: Draft): void {
    const { context, probe, pieces, viewport } = draft
    this.follow(viewport)
    this.#place(context, viewport)
    const most = draft.vertices + verticesOfFrame
    let piece = pieces.next()
    while (piece.done !== true) {
      draft.vertices += piece.value + verticesPerPiece
      if (draft.vertices >= most) break
      piece = pieces.next()
    }
    context.restore()
    if (piece.done === true) this.#show(draft)
    // A canvas that is not shown is filled when it is read: this part of it now, not all at the end.
    else probe.drawImage(context.canvas, 0, 0, 1, 1, 0, 0, 1, 1)
  }

  #hidden({ width, height }: Size): CanvasRenderingContext2D {
    const canvas = this.#canvas.ownerDocument.createElement('canvas')
    canvas.width = width
    canvas.height = height
    return contextOf(canvas)
  }

  #show({ context, viewport, vertices }: Draft): void {
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    this.#context.drawImage(context.canvas, 0, 0)
    this.#draft = null
    this.#vertices = vertices
    this.#isAt(viewport)
  }

  #paintPart(viewport: Viewport, part: Box, draw: Draw): void {
    this.#context.save()
    this.#clipTo(part, viewport)
    this.#draw(viewport, part, draw)
    this.#context.restore()
  }

  #draw(viewport: Viewport, part: Box | null, draw: Draw): number {
    const context = this.#context
    this.#place(context, viewport)
    let vertices = 0
    for (const piece of draw(context, part)) vertices += piece
    context.restore()
    return vertices
  }

  /** Until the context is restored, units are image pixels. */
  #place(context: CanvasRenderingContext2D, viewport: Viewport): void {
    const ratio = this.#pixelRatio
    const scale = viewport.zoom * ratio
    context.save()
    context.setTransform(scale, 0, 0, scale, viewport.x * ratio, viewport.y * ratio)
  }

  /** From the painted viewport to another; null if the zoom differs or pixels would not meet pixels. */
  #shiftTo(viewport: Viewport): Shift | null {
    const painted = this.#painted
    if (painted === null || !sameZoom(painted, viewport)) return null
    const x = (viewport.x - painted.x) * this.#pixelRatio
    const y = (viewport.y - painted.y) * this.#pixelRatio
    const shift = { x: Math.round(x), y: Math.round(y) }
    const isWhole = Math.abs(shift.x - x) < 1e-3 && Math.abs(shift.y - y) < 1e-3
    return isWhole ? shift : null
  }

  #shiftBy({ x, y }: Shift): void {
    if (x === 0 && y === 0) return
    const context = this.#context
    context.save()
    context.globalCompositeOperation = 'copy'
    context.drawImage(this.#canvas, x, y)
    context.restore()
  }

  /** The parts of the image that come into view when the painted pixels are shifted. */
  #uncoveredBy({ x, y }: Shift, viewport: Viewport): Box[] {
    const { width, height } = this.#canvas
    const across = [x > 0 ? 0 : width + x, Math.abs(x)] as const
    const down = [y > 0 ? 0 : height + y, Math.abs(y)] as const
    return [
      { x: across[0], y: 0, width: across[1], height },
      { x: 0, y: down[0], width, height: down[1] },
    ]
      .filter((box) => box.width > 0 && box.height > 0)
      .map((box) => this.#inImage(box, viewport))
  }

  #inImage({ x, y, width, height }: Box, viewport: Viewport): Box {
    const ratio = this.#pixelRatio
    const corner = toImage(viewport, { x: x / ratio, y: y / ratio })
    const scale = viewport.zoom * ratio
    return { ...corner, width: width / scale, height: height / scale }
  }

  /** Clears the display pixels that a part of the image touches, and clips painting to them. */
  #clipTo({ x, y, width, height }: Box, viewport: Viewport): void {
    const context = this.#context
    const toPixels = (at: number) => at * this.#pixelRatio
    const from = toScreen(viewport, { x, y })
    const to = toScreen(viewport, { x: x + width, y: y + height })
    const [left, top] = [Math.floor(toPixels(from.x)), Math.floor(toPixels(from.y))]
    const [right, bottom] = [Math.ceil(toPixels(to.x)), Math.ceil(toPixels(to.y))]
    context.clearRect(left, top, right - left, bottom - top)
    context.beginPath()
    context.rect(left, top, right - left, bottom - top)
    context.clip()
  }

  /** Moves the painted content to its new position, without repainting it. */
  follow(viewport: Viewport): void {
    const painted = this.#painted
    if (painted === null) return
    if (sameViewport(painted, viewport)) {
      this.#canvas.style.transform = ''
      return
    }
    const scale = viewport.zoom / painted.zoom
    const dx = viewport.x - painted.x * scale
    const dy = viewport.y - painted.y * scale
    this.#canvas.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`
  }

  remove(): void {
    this.#canvas.remove()
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser gives no canvas to paint on.')
  return context
}
