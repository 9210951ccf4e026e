import type { Shift } from '#annotation/commands'
import type { Box } from '#geometry/box'
import { unionOfBoxes } from '#geometry/box'
import type { Point } from '#geometry/point'

import { Ground } from './ground.ts'
import { Layer, type Stale } from './layer.ts'
import { paintAnnotations } from './paint/annotations.ts'
import { paintOverlays } from './paint/overlays.ts'
import { paintRaised } from './paint/raised.ts'
import type { Scene } from './paint/scene.ts'
import { paintPointerText } from './paint/text.ts'
import type { PhotographView } from './photograph/view.ts'
import { paintPicture, type Picture } from './photograph/photograph.ts'
import { sameSize, type Size, type Viewport } from './viewport.ts'

const names = ['photograph', 'result', 'annotations', 'raised', 'active'] as const
export type LayerName = (typeof names)[number]

const still: Shift = { dx: 0, dy: 0 }

/** Milliseconds without movement after which moved layers are repainted sharply. */
const restMs = 120
/** Milliseconds; a slower frame stops repainting during the movement. */
const slowFrameMs = 30

/** With more annotations, a layer is painted over several frames. */
const fewPieces = 300

/** Another photograph, moved onto this one, and the share of the width in which it is shown instead. */
export interface Compared {
  readonly picture: Picture | null
  readonly share: number
}

interface Pictures {
  photograph(): PhotographView | null
  result(): Picture | null
  compared(): Compared
}

/**
 * The canvases from bottom to top: the photograph, a result, the annotations, those that are raised above
 * the others (selected, pointed at or changed) with their outlines and handles, and what follows the
 * pointer. Each is painted only when stale, at most once per frame. While the viewport moves, they are
 * painted every frame if that is fast enough; otherwise the painted canvases are moved and repainted when
 * the movement stops.
 */
export class LayerStack {
  readonly #layers: Readonly<Record<LayerName, Layer>>
  readonly #scene: () => Scene
  readonly #pictures: Pictures
  readonly #stale = new Map<LayerName, Stale>()
  readonly #ground = new Ground()
  #size: Size = { width: 0, height: 0 }
  #pixelRatio = 1
  #frame: number | null = null
  #rest: ReturnType<typeof setTimeout> | undefined
  #moving = false
  #slow = false
  #painted: Viewport | null = null
  #raisedShift: Shift | null = null
  #wasLifting = false

  constructor(host: HTMLElement, scene: () => Scene, pictures: Pictures) {
    this.#scene = scene
    this.#pictures = pictures
    this.#layers = {
      photograph: new Layer(host),
      result: new Layer(host),
      annotations: new Layer(host),
      raised: new Layer(host),
      active: new Layer(host),
    }
  }

  get pixelRatio(): number {
    return this.#pixelRatio
  }

  set resultOpacity(opacity: number) {
    this.#layers.result.opacity = opacity
  }

  /** Without a result its canvas is left out, which would cost time in every frame. */
  set hasResult(hasResult: boolean) {
    this.#layers.result.isLeftOut = !hasResult
  }

  set annotationsAreHidden(areHidden: boolean) {
    const opacity = areHidden ? 0 : 1
    for (const name of ['annotations', 'raised', 'active'] as const) {
      this.#layers[name].opacity = opacity
    }
  }

  /** Repaints a layer, or a part of the image on it, in the next frame. */
  repaint(layer: LayerName, part: Box | 'all' = 'all'): void {
    const known = this.#stale.get(layer) ?? 'nothing'
    if (part === 'all' || known === 'nothing') this.#stale.set(layer, part)
    else if (known !== 'all') this.#stale.set(layer, unionOfBoxes(known, part))
    this.#nextFrame()
  }

  /** Moves everything on the raised layer by a distance in image pixels, for as long as it is dragged. */
  shiftRaised(shift: Shift | null): void {
    const { dx, dy } = this.#raisedShift ?? still
    if (dx === (shift ?? still).dx && dy === (shift ?? still).dy) return
    this.#raisedShift = shift
    this.#nextFrame()
  }

  /**
   * The scene of a layer. Annotations that are dragged as a whole are drawn with a viewport that is shifted
   * against the drag, so that the layer only moves its pixels; they stay on whole display pixels.
   */
  #sceneOf(name: LayerName, scene: Scene): Scene {
    const shift = this.#raisedShift
    if (name !== 'raised' || shift === null) return scene
    const { zoom, x, y } = scene.viewport
    const onScreen = (distance: number) =>
      Math.round(distance * zoom * this.#pixelRatio) / this.#pixelRatio
    const viewport = { zoom, x: x + onScreen(shift.dx), y: y + onScreen(shift.dy) }
    const overlays = scene.overlays.map((overlay) =>
      overlay.kind === 'moved' ? { ...overlay, ...still } : overlay,
    )
    return { ...scene, viewport, overlays }
  }

  #nextFrame(): void {
    this.#frame ??= requestAnimationFrame((time) => this.#paintFrame(time))
  }

  /** The photograph's mean colour as displayed, within a radius in image pixels around a point. */
  groundAt(viewport: Viewport, { x, y }: Point, radius: number): string | null {
    const toDisplay = viewport.zoom * this.#pixelRatio
    const at = {
      x: x * toDisplay + viewport.x * this.#pixelRatio,
      y: y * toDisplay + viewport.y * this.#pixelRatio,
    }
    return this.#ground.colourAt(this.#layers.photograph.canvas, at, radius * toDisplay)
  }

  /** The viewport has changed. */
  move(): void {
    this.#moving = true
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.#comeToRest(), restMs)
    this.#nextFrame()
  }

  #comeToRest(): void {
    this.#moving = false
    this.#nextFrame()
  }

  /**
   * Paints immediately, because a canvas that is empty for a frame flickers; the first time, when there was
   * nothing to see, in the next frame, so that the panels around it do not wait. Observers also tell of
   * a size that is the same as before.
   */
  resize(canvas: Size, pixelRatio: number): void {
    if (sameSize(canvas, this.#size) && pixelRatio === this.#pixelRatio) return
    this.#size = canvas
    this.#pixelRatio = pixelRatio
    for (const name of names) this.#layers[name].resize(canvas, pixelRatio)
    if (this.#painted === null) this.#nextFrame()
    else this.#paintStale({ atOnce: true })
  }

  #paintFrame(startedAt: number): void {
    this.#frame = null
    const scene = this.#scene()
    if (this.#moving && this.#slow) {
      for (const name of names) this.#layers[name].follow(this.#sceneOf(name, scene).viewport)
      return
    }
    this.#paintStale({ atOnce: false })
    if (this.#painted === scene.viewport) return
    this.#painted = scene.viewport
    requestAnimationFrame((next) => this.#noteCost(next - startedAt))
  }

  #noteCost(frameMs: number): void {
    this.#slow = frameMs > slowFrameMs
  }

  #paintStale({ atOnce }: { atOnce: boolean }): void {
    const whole = this.#scene()
    const isLifting = whole.lifted.size > 0
    // Lifted annotations go from one layer to the other, which both must show in the same frame.
    const mayTakeLong = !atOnce && !isLifting && !this.#wasLifting
    this.#wasLifting = isLifting
    let isUnfinished = false
    for (const name of names) {
      const scene = this.#sceneOf(name, whole)
      const stale = this.#stale.get(name) ?? 'nothing'
      const isLong = mayTakeLong && piecesOf(name, scene) > fewPieces
      const isRest = this.#layers[name].paint(
        scene.viewport,
        { stale, moving: this.#moving, isLong },
        (context, part) => this.#draw(name, context, { scene, part }),
      )
      isUnfinished ||= isRest
    }
    this.#stale.clear()
    if (isUnfinished) this.#nextFrame()
  }

  #draw(
    name: LayerName,
    context: CanvasRenderingContext2D,
    { scene, part }: { scene: Scene; part: Box | null },
  ): Iterable<number> {
    switch (name) {
      case 'photograph':
        context.save()
        this.#pictures.photograph()?.paint(context, scene)
        context.restore()
        drawCompared(context, scene, this.#pictures.compared())
        return []
      case 'result':
        drawResult(context, scene, this.#pictures.result())
        return []
      case 'annotations':
        return paintAnnotations(context, scene, part)
      case 'raised':
        return paintRaised(context, scene, part)
      case 'active':
        paintOverlays(context, scene)
        paintPointerText(context, scene)
        return []
    }
  }

  remove(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    clearTimeout(this.#rest)
    for (const name of names) this.#layers[name].remove()
  }
}

/** Annotations that a layer shows at most. */
function piecesOf(name: LayerName, { state }: Scene): number {
  if (name === 'annotations') return state.document.annotations.size - state.hidden.size
  return name === 'raised' ? state.selected.length : 0
}

function drawResult(
  context: CanvasRenderingContext2D,
  { state, viewport, pixelRatio }: Scene,
  result: Picture | null,
): void {
  if (result === null) return
  const { image } = state.document
  paintPicture(context, result, { image, scale: viewport.zoom * pixelRatio })
}

/** In place of the photograph, from the left up to a share of its width. */
function drawCompared(
  context: CanvasRenderingContext2D,
  { state, viewport, pixelRatio }: Scene,
  { picture, share }: Compared,
): void {
  if (picture === null || share === 0) return
  const { image } = state.document
  context.save()
  context.beginPath()
  context.rect(0, 0, share * image.width, image.height)
  context.clip()
  paintPicture(context, picture, { image, scale: viewport.zoom * pixelRatio })
  context.restore()
}
