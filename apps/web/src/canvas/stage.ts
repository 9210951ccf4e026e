import type { EditorChange } from '#annotation/editor-state'
import type { Editor } from '#annotation/editor'

import { Comparison } from './comparison.ts'
import { listenToGestures } from './gestures.ts'
import { type LayerName, LayerStack } from './layer-stack.ts'
import { changedIn, type Lifted, liftedAfter, lowered, reorderedIn, stalePart } from './lifted.ts'
import { paintedBeyond, type Scene } from './paint/scene.ts'
import { partBent, type Raised, raisedIn, staleRaised } from './raised.ts'
import type { PhotographView } from './photograph/view.ts'
import type { Picture } from './photograph/photograph.ts'
import {
  fit,
  type Framing,
  framingOf,
  keptInView,
  pan,
  resized,
  sameViewport,
  type Sight,
  sightOf,
  type Size,
  toImage,
  type Viewport,
  viewportAt,
  viewportOf,
  visibleBox,
  zoomAbout,
  zoomStep,
} from './viewport.ts'
import { type Box, boxAround, growBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import { asItIs, type ViewSettings } from '#raster/view-filter'

/** Why a view has moved: the user, a change of its size, or another view that it follows. */
type MovedBy = 'user' | 'size' | 'follow'

/**
 * Another look for as long as a key is held: the photograph without settings; red-free, with all other
 * settings; without annotations, handles and outlines.
 */
export type Peek = 'original' | 'redFree' | 'withoutAnnotations'

const nowhere: Size = { width: 0, height: 0 }

/**
 * Shows an editor's document over its photograph. Lives independently of the page: `attach` gives it an
 * element, and it survives being detached.
 */
export class Stage {
  readonly editor: Editor
  /** Other photographs in place of this one. */
  readonly comparison: Comparison = new Comparison(() => this.#layers?.repaint('photograph'))
  readonly #image: Size
  readonly #listeners = new Set<(by: MovedBy) => void>()
  readonly #followers = new Set<Stage>()
  #viewport: Viewport
  #canvas: Size = nowhere
  /** True while the image is shown whole, until somebody moves it. */
  #fitted = true
  #layers: LayerStack | null = null
  #host: HTMLElement | null = null
  #photograph: PhotographView | null = null
  #view: ViewSettings | null = null
  #isRedFree = false
  #annotationOpacity = 1
  #lifted: Lifted = new Set()
  #raised: Raised | null = null
  #result: Picture | null = null
  #resultOpacity = 1
  #pointer: Point | null = null
  #pointed: readonly string[] | null = null

  constructor(editor: Editor) {
    this.editor = editor
    this.#image = editor.state.document.image
    this.#viewport = { zoom: editor.state.zoom, x: 0, y: 0 }
  }

  get viewport(): Viewport {
    return this.#viewport
  }

  /** The part of the image plane that the canvas shows, in image pixels. */
  get visible(): Box {
    return visibleBox(this.#viewport, this.#canvas)
  }

  /** Calls back when the viewport has changed. Returns a function that stops it. */
  subscribe = (listener: (by: MovedBy) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Puts the canvases into an element and listens to its pointers. Returns a function that detaches it.
   */
  attach(host: HTMLElement): () => void {
    const layers = new LayerStack(host, () => this.#scene(), {
      photograph: () => this.#photograph,
      result: () => this.#result,
      compared: () => this.comparison.compared,
    })
    layers.resultOpacity = this.#resultOpacity
    layers.hasResult = this.#result !== null
    this.#layers = layers
    this.#host = host
    const measure = () => this.#measure(host)
    const observer = new ResizeObserver(measure)
    observer.observe(host)
    // A move to another screen can change the display pixels without changing the size.
    addEventListener('resize', measure)
    measure()
    const stopListening = listenToGestures(host, this)
    const unsubscribe = this.editor.subscribe((change) => this.#editorChanged(change, host))
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
      stopListening()
      unsubscribe()
      layers.remove()
      this.#layers = null
      this.#host = null
    }
  }

  setPhotograph(photograph: PhotographView | null): void {
    this.#photograph = photograph
    photograph?.onChange(() => this.#layers?.repaint('photograph'))
    this.#adjust()
    this.#layers?.repaint('photograph')
  }

  /** Settings of the view; null shows the photograph unchanged. */
  setView(view: ViewSettings | null): void {
    if (JSON.stringify(view) === JSON.stringify(this.#view)) return
    this.#view = view
    this.#adjust()
  }

  /** Turns a peek on or off, here and in the stages that follow this one. */
  peek(peek: Peek, isOn: boolean): void {
    this.#peeks[peek](isOn)
    for (const follower of this.#followers) follower.peek(peek, isOn)
  }

  /** Makes another stage follow the peeks of this one. Returns a function that ends it. */
  lead(follower: Stage): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  readonly #peeks: Readonly<Record<Peek, (isOn: boolean) => void>> = {
    original: (isOn) => this.#photograph?.compare(isOn),
    redFree: (isOn) => {
      if (isOn === this.#isRedFree) return
      this.#isRedFree = isOn
      this.#adjust()
    },
    withoutAnnotations: (isOn) => {
      // Its element says so to those beside it.
      this.#host?.toggleAttribute('data-bare', isOn)
      if (this.#layers !== null) this.#layers.annotationsAreHidden = isOn
    },
  }

  /** In screen pixels. */
  pointAt(onScreen: Point | null): void {
    this.#pointer = onScreen
    if (this.#pointed !== null) this.#layers?.repaint('active')
  }

  /** Writes lines beside the pointer, the first as a title; null for none. */
  describePointed(lines: readonly string[] | null): void {
    this.#pointed = lines
    this.#layers?.repaint('active')
  }

  #adjust(): void {
    const view = this.#view
    this.#photograph?.adjust(this.#isRedFree ? { ...(view ?? asItIs), redFree: true } : view)
  }

  /** 1 for the usual opacity, 0 for invisible except the outline of the selection. */
  setAnnotationOpacity(opacity: number): void {
    if (opacity === this.#annotationOpacity) return
    this.#annotationOpacity = opacity
    this.#layers?.repaint('annotations')
    this.#layers?.repaint('raised')
  }

  /** A picture to show over the photograph, or null. */
  setResult(result: Picture | null): void {
    this.#result = result
    if (this.#layers === null) return
    this.#layers.hasResult = result !== null
    this.#layers.repaint('result')
  }

  setResultOpacity(opacity: number): void {
    this.#resultOpacity = opacity
    if (this.#layers !== null) this.#layers.resultOpacity = opacity
  }

  /** Shows the image whole. */
  fit(): void {
    this.#moveTo(fit(this.#image, this.#canvas))
    this.#fitted = true
  }

  /** Zooms about the middle, in steps; negative steps zoom out. */
  zoomBy(steps: number): void {
    const middle = { x: this.#canvas.width / 2, y: this.#canvas.height / 2 }
    this.zoomAbout(middle, zoomStep ** steps)
  }

  zoomAbout(onScreen: Point, factor: number): void {
    this.#moveTo(zoomAbout(this.#viewport, onScreen, factor))
  }

  /** Moves the view right and down, in steps of an eighth of the canvas. */
  look(right: number, down: number): void {
    this.pan((-right * this.#canvas.width) / 8, (-down * this.#canvas.height) / 8)
  }

  pan(dx: number, dy: number): void {
    this.#moveTo(pan(this.#viewport, dx, dy))
  }

  /** Moves a point of the image to the middle of the canvas. */
  centreOn(middle: Point): void {
    this.#moveTo(viewportAt({ middle, zoom: this.#viewport.zoom }, this.#canvas))
  }

  get framing(): Framing {
    return framingOf(this.#viewport, this.#image, this.#canvas)
  }

  /** Shows what another view shows. */
  follow(framing: Framing): void {
    if (this.#canvas === nowhere) return
    this.#moveTo(viewportOf(framing, this.#image, this.#canvas), 'follow')
  }

  get sight(): Sight {
    return sightOf(this.#viewport, this.#canvas)
  }

  /** Shows the place that another view shows, where it is in this image. */
  followSight(sight: Sight): void {
    if (this.#canvas === nowhere) return
    this.#moveTo(viewportAt(sight, this.#canvas), 'follow')
  }

  #moveTo(wanted: Viewport, by: MovedBy = 'user'): void {
    const viewport = keptInView(wanted, this.#image, this.#canvas)
    if (sameViewport(viewport, this.#viewport)) return
    this.#viewport = viewport
    this.#fitted = false
    this.#layers?.move()
    this.editor.setView({ zoom: viewport.zoom })
    for (const listener of this.#listeners) listener(by)
  }

  #measure(host: HTMLElement): void {
    const canvas = { width: host.clientWidth, height: host.clientHeight }
    if (canvas.width === 0 || canvas.height === 0) return
    const before = this.#canvas
    const fitted = this.#fitted
    this.#canvas = canvas
    const next = fitted ? fit(this.#image, canvas) : resized(this.#viewport, before, canvas)
    this.#moveTo(next, 'size')
    this.#fitted = fitted
    this.#layers?.resize(canvas, host.ownerDocument.defaultView?.devicePixelRatio ?? 1)
  }

  #scene(): Scene {
    return {
      state: this.editor.state,
      overlays: this.editor.display().overlays,
      lifted: this.#lifted,
      pointerText: this.#pointerText,
      viewport: this.#viewport,
      canvas: this.#canvas,
      annotationOpacity: this.#annotationOpacity,
      pixelRatio: this.#layers?.pixelRatio ?? 1,
      groundAt: (at, radius) => this.#layers?.groundAt(this.#viewport, at, radius) ?? null,
    }
  }

  get #pointerText(): Scene['pointerText'] {
    if (this.#pointer === null || this.#pointed === null) return null
    return { at: toImage(this.#viewport, this.#pointer), lines: this.#pointed }
  }

  #editorChanged(change: EditorChange, host: HTMLElement): void {
    const { cursor, overlays } = this.editor.display()
    host.style.cursor = cursor
    const { selected, document } = change.state
    const { annotations } = document
    const reordered = reorderedIn(change)
    const changed = changedIn(change).filter((id) => !reordered.includes(id))
    const left = lowered(this.#lifted, reordered)
    const lifted = liftedAfter(left, { annotations, selected, changed, overlays })
    const raised = raisedIn({ state: change.state, overlays, lifted })
    const stale = this.#staleStanding(change, { lifted, raised })
    this.#lifted = lifted
    if (looksOtherwise(change)) this.#layers?.repaint('annotations')
    else if (stale !== null) this.#repaintPart('annotations', stale)
    this.#raise(raised)
    this.#layers?.repaint('active')
  }

  /** The part of the image in which the annotations that are not lifted look different. */
  #staleStanding(
    change: EditorChange,
    { lifted, raised }: { lifted: Lifted; raised: Raised },
  ): Box | null {
    const part = stalePart(change, { before: this.#lifted, after: lifted })
    const bent = this.#raised?.bent ?? raised.bent
    const isStanding = bent !== null && !lifted.has(bent.id)
    const bend = isStanding ? partBent(this.#raised, raised) : null
    return boxAround([part, bend].flatMap((box) => box ?? []))
  }

  #raise(raised: Raised): void {
    const stale = this.#raised === null ? 'all' : staleRaised(this.#raised, raised)
    this.#raised = raised
    this.#layers?.shiftRaised(raised.shift)
    if (stale === 'all') this.#layers?.repaint('raised')
    else if (stale !== 'nothing') this.#repaintPart('raised', stale)
  }

  /** With the lines around a part of the image. */
  #repaintPart(layer: LayerName, part: Box): void {
    this.#layers?.repaint(layer, growBox(part, paintedBeyond / this.#viewport.zoom))
  }
}

/** Whether the look of all annotations may have changed. */
function looksOtherwise({ before, state }: EditorChange): boolean {
  return (
    state.hidden !== before.hidden ||
    state.looks !== before.looks ||
    state.document.categories !== before.document.categories ||
    state.preferences.colourBy !== before.preferences.colourBy
  )
}
