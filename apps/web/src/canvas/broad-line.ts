import type { Box } from '#geometry/box'

type Context = CanvasRenderingContext2D

/** Where a hairline is painted, and where its copies make it broad. */
interface Sheets {
  readonly thin: OffscreenCanvasRenderingContext2D
  readonly broad: OffscreenCanvasRenderingContext2D
}

const sheetsOf = new WeakMap<HTMLCanvasElement, Sheets>()

function blankSheets(canvas: HTMLCanvasElement, { width, height }: Box): Sheets | null {
  const known = sheetsOf.get(canvas) ?? newSheets()
  if (known === null) return null
  sheetsOf.set(canvas, known)
  for (const { canvas: sheet } of [known.thin, known.broad]) {
    // Setting the size also clears.
    sheet.width = width
    sheet.height = height
  }
  return known
}

function newSheets(): Sheets | null {
  const [thin, broad] = [new OffscreenCanvas(1, 1), new OffscreenCanvas(1, 1)].map((sheet) =>
    sheet.getContext('2d'),
  )
  return thin && broad ? { thin, broad } : null
}

/** How a path is stroked; its width is in units of the context. */
export interface Line {
  readonly color: string
  readonly width: number
  readonly opacity: number
}

/** Strokes a path with one line over the other. */
export function strokeLines(context: Context, path: Path2D, lines: readonly Line[]): void {
  for (const { color, width, opacity } of lines) {
    context.strokeStyle = color
    context.lineWidth = width
    context.globalAlpha = opacity
    context.stroke(path)
  }
  context.globalAlpha = 1
}

/**
 * Strokes a path of very many vertices with one line over the other, in a fraction of the time: a
 * hairline is painted once, and copied to all places on a circle, whose distance from it is half the
 * width of a line. Ends and joins are round; the edge is off by at most half a display pixel. Nothing
 * needs to be painted outside a part of the image.
 */
export function strokeBroadly(
  context: Context,
  path: Path2D,
  { lines, part }: { readonly lines: readonly Line[]; readonly part: Box },
): void {
  const { a: scale, e, f } = context.getTransform()
  const place = displayPixels(context, part)
  if (place.width <= 0 || place.height <= 0) return
  const sheets = blankSheets(context.canvas, place)
  if (sheets === null) return strokeLines(context, path, lines)
  const { thin, broad } = sheets
  thin.setTransform(scale, 0, 0, scale, e - place.x + 0.5, f - place.y + 0.5)
  thin.lineWidth = 1 / scale
  thin.stroke(path)
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  for (const { color, width, opacity } of lines) {
    broaden(broad, thin.canvas, circleOfPixels((width * scale - 1) / 2))
    colourAll(broad, color)
    context.globalAlpha = opacity
    context.drawImage(broad.canvas, place.x, place.y)
  }
  context.restore()
}

function broaden(
  broad: OffscreenCanvasRenderingContext2D,
  hairline: OffscreenCanvas,
  shifts: readonly (readonly [x: number, y: number])[],
): void {
  broad.globalCompositeOperation = 'source-over'
  broad.clearRect(0, 0, hairline.width, hairline.height)
  for (const [x, y] of shifts) broad.drawImage(hairline, x, y)
}

/** Colours everything painted on a sheet. */
function colourAll(sheet: OffscreenCanvasRenderingContext2D, color: string): void {
  sheet.globalCompositeOperation = 'source-in'
  sheet.fillStyle = color
  sheet.fillRect(0, 0, sheet.canvas.width, sheet.canvas.height)
}

/** The display pixels of a canvas that a part of the image touches. */
function displayPixels(context: Context, { x, y, width, height }: Box): Box {
  const { a: scale, e, f } = context.getTransform()
  const { canvas } = context
  const left = Math.max(0, Math.floor(x * scale + e))
  const top = Math.max(0, Math.floor(y * scale + f))
  const right = Math.min(canvas.width, Math.ceil((x + width) * scale + e))
  const bottom = Math.min(canvas.height, Math.ceil((y + height) * scale + f))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Whole shifts of a picture that is half a pixel off, by about a radius in all directions. */
function circleOfPixels(radius: number): [x: number, y: number][] {
  const reach = Math.ceil(radius) + 1
  const shifts: [number, number][] = []
  for (let x = -reach; x < reach; x++) {
    for (let y = -reach; y < reach; y++) {
      const away = Math.hypot(x + 0.5, y + 0.5)
      if (away > Math.max(radius - 0.8, 0) && away <= Math.max(radius, 0.5) + 0.25)
        shifts.push([x, y])
    }
  }
  return shifts
}
