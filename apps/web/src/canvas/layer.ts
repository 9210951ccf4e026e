import type { Box } from '#geometry/box'

import { type Size, sameViewport, toScreen, type Viewport } from './viewport.ts'

/** Paints in image pixels: everything visible, or everything that touches a part of the image. */
type Draw = (context: CanvasRenderingContext2D, part: Box | null) => void

/** One canvas of a stack, as large as the window through which the image is seen. */
export class Layer {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #painted: Viewport | null = null
  #pixelRatio = 1

  constructor(host: HTMLElement) {
    this.#canvas = host.ownerDocument.createElement('canvas')
    this.#canvas.setAttribute('aria-hidden', 'true')
    const context = this.#canvas.getContext('2d')
    if (context === null) throw new Error('This browser gives no canvas to paint on.')
    this.#context = context
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
  }

  /** The painted canvas, in display pixels. */
  get canvas(): HTMLCanvasElement {
    return this.#canvas
  }

  set opacity(opacity: number) {
    this.#canvas.style.opacity = String(opacity)
  }

  /** Repaints a part of the image; everything if that is null or the viewport has moved. */
  paint(viewport: Viewport, stale: Box | null, draw: Draw): void {
    const context = this.#context
    const isInPlace = this.#painted !== null && sameViewport(this.#painted, viewport)
    const part = isInPlace ? stale : null
    const scale = viewport.zoom * this.#pixelRatio
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    if (part === null) {
      context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    } else {
      this.#clipTo(part, viewport)
    }
    context.setTransform(
      scale,
      0,
      0,
      scale,
      viewport.x * this.#pixelRatio,
      viewport.y * this.#pixelRatio,
    )
    draw(context, part)
    context.restore()
    this.#painted = viewport
    this.#canvas.style.transform = ''
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
    if (painted === null || sameViewport(painted, viewport)) return
    const scale = viewport.zoom / painted.zoom
    const dx = viewport.x - painted.x * scale
    const dy = viewport.y - painted.y * scale
    this.#canvas.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`
  }

  remove(): void {
    this.#canvas.remove()
  }
}
