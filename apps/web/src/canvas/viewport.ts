import type { Box } from '#geometry/box'
import type { Point } from '#geometry/point'

/** The visible part of the image: an image point p is displayed at p * zoom + offset. */
export interface Viewport {
  /** Screen (CSS) pixels per image pixel. */
  readonly zoom: number
  /** Position of the image's corner, in screen pixels from the corner of the canvas. */
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Exclusive limits. */
const zoomLimits = { above: 0.01, below: 10 } as const
/** One step of the zoom buttons and of a mouse wheel: a factor of 1.2. */
export const zoomStep = 1.2

/** Screen pixels of margin around an image that is shown whole. */
const fitMargin = 28
/** Screen pixels of the image that always remain visible. */
const leastInView = 48

export function clampZoom(zoom: number): number {
  const hair = 1.0001
  return Math.min(Math.max(zoom, zoomLimits.above * hair), zoomLimits.below / hair)
}

export function toImage({ zoom, x, y }: Viewport, onScreen: Point): Point {
  return { x: (onScreen.x - x) / zoom, y: (onScreen.y - y) / zoom }
}

export function toScreen({ zoom, x, y }: Viewport, inImage: Point): Point {
  return { x: inImage.x * zoom + x, y: inImage.y * zoom + y }
}

/** Shows the image whole, in the middle of the canvas. */
export function fit(image: Size, canvas: Size): Viewport {
  const width = Math.max(canvas.width - 2 * fitMargin, 1)
  const height = Math.max(canvas.height - 2 * fitMargin, 1)
  const zoom = clampZoom(Math.min(width / image.width, height / image.height))
  return {
    zoom,
    x: (canvas.width - image.width * zoom) / 2,
    y: (canvas.height - image.height * zoom) / 2,
  }
}

/** Changes the zoom by a factor; the image point at a screen position stays there. */
export function zoomAbout(viewport: Viewport, onScreen: Point, factor: number): Viewport {
  const zoom = clampZoom(viewport.zoom * factor)
  const ratio = zoom / viewport.zoom
  return {
    zoom,
    x: onScreen.x - (onScreen.x - viewport.x) * ratio,
    y: onScreen.y - (onScreen.y - viewport.y) * ratio,
  }
}

export function pan(viewport: Viewport, dx: number, dy: number): Viewport {
  return { ...viewport, x: viewport.x + dx, y: viewport.y + dy }
}

/** What a viewport shows, whatever the sizes of the photograph and of the canvas. */
export interface Framing {
  /** The middle of the canvas, as shares of the photograph's width and height. */
  readonly middle: Point
  /** Against the zoom at which the photograph is shown whole. */
  readonly magnification: number
}

/** The place in the middle of the canvas, in image pixels, and the zoom. */
export interface Sight {
  readonly middle: Point
  readonly zoom: number
}

export function sightOf(viewport: Viewport, canvas: Size): Sight {
  const middle = toImage(viewport, { x: canvas.width / 2, y: canvas.height / 2 })
  return { middle, zoom: viewport.zoom }
}

/** The viewport with a place in the middle. */
export function viewportAt({ middle, zoom }: Sight, canvas: Size): Viewport {
  const clamped = clampZoom(zoom)
  return {
    zoom: clamped,
    x: canvas.width / 2 - middle.x * clamped,
    y: canvas.height / 2 - middle.y * clamped,
  }
}

export function framingOf(viewport: Viewport, image: Size, canvas: Size): Framing {
  const { x, y } = toImage(viewport, { x: canvas.width / 2, y: canvas.height / 2 })
  return {
    middle: { x: x / image.width, y: y / image.height },
    magnification: viewport.zoom / fit(image, canvas).zoom,
  }
}

export function viewportOf(
  { middle, magnification }: Framing,
  image: Size,
  canvas: Size,
): Viewport {
  const zoom = clampZoom(magnification * fit(image, canvas).zoom)
  return {
    zoom,
    x: canvas.width / 2 - middle.x * image.width * zoom,
    y: canvas.height / 2 - middle.y * image.height * zoom,
  }
}

/** The viewport after the canvas has changed its size, with the same centre. */
export function resized(viewport: Viewport, before: Size, after: Size): Viewport {
  return pan(viewport, (after.width - before.width) / 2, (after.height - before.height) / 2)
}

/** The nearest viewport that shows a part of the image. */
export function keptInView(viewport: Viewport, image: Size, canvas: Size): Viewport {
  const { zoom, x, y } = viewport
  return {
    zoom,
    x: Math.min(Math.max(x, leastInView - image.width * zoom), canvas.width - leastInView),
    y: Math.min(Math.max(y, leastInView - image.height * zoom), canvas.height - leastInView),
  }
}

/** The part of the image plane that the canvas shows, in image pixels. */
export function visibleBox(viewport: Viewport, canvas: Size): Box {
  const { x, y } = toImage(viewport, { x: 0, y: 0 })
  return { x, y, width: canvas.width / viewport.zoom, height: canvas.height / viewport.zoom }
}

export function sameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height
}

export function sameViewport(a: Viewport, b: Viewport): boolean {
  return a.zoom === b.zoom && a.x === b.x && a.y === b.y
}

/** Zooming in and out again leads to the same zoom but for rounding. */
export function sameZoom(a: Viewport, b: Viewport): boolean {
  return Math.abs(a.zoom / b.zoom - 1) < 1e-9
}
