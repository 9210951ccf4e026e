import { type Size, sameViewport, type Viewport } from './viewport.ts'

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

  /** A canvas that changes its size is empty. */
  resize({ width, height }: Size, pixelRatio: number): void {
    this.#pixelRatio = pixelRatio
    this.#canvas.width = Math.max(1, Math.round(width * pixelRatio))
    this.#canvas.height = Math.max(1, Math.round(height * pixelRatio))
    // The style's own 100 % is not a whole number of display pixels at every ratio: that would blur.
    this.#canvas.style.width = `${this.#canvas.width / pixelRatio}px`
    this.#canvas.style.height = `${this.#canvas.height / pixelRatio}px`
    this.#painted = null
  }

  /** What has been painted, in display pixels. */
  get canvas(): HTMLCanvasElement {
    return this.#canvas
  }

  set opacity(opacity: number) {
    this.#canvas.style.opacity = String(opacity)
  }

  /** Paints anew; the context's units are image pixels. */
  paint(viewport: Viewport, draw: (context: CanvasRenderingContext2D) => void): void {
    const context = this.#context
    const scale = viewport.zoom * this.#pixelRatio
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    context.setTransform(
      scale,
      0,
      0,
      scale,
      viewport.x * this.#pixelRatio,
      viewport.y * this.#pixelRatio,
    )
    context.save()
    draw(context)
    context.restore()
    this.#painted = viewport
    this.#canvas.style.transform = ''
  }

  /** Moves what was painted to where it belongs, without painting it. */
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
