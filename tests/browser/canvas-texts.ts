import type { Page } from '@playwright/test'

/** A text that a canvas shows on a ground of its own. */
export interface CanvasText {
  readonly lines: readonly string[]
  /** The ground, in pixels of the window. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** In the page, before its scripts: notes what is written since a canvas was cleared. */
const noteTexts = `{
  const painter = CanvasRenderingContext2D.prototype
  const { clearRect, fillText, roundRect } = painter
  globalThis.canvasTexts = new Map()
  painter.clearRect = function (...place) {
    canvasTexts.delete(this.canvas)
    clearRect.apply(this, place)
  }
  painter.roundRect = function (x, y, width, height, radii) {
    const { a, d, e, f } = this.getTransform()
    const grounds = canvasTexts.get(this.canvas) ?? []
    const place = [x, y, x + width, y + height].map((at, i) => (i % 2 === 0 ? at * a + e : at * d + f))
    canvasTexts.set(this.canvas, [...grounds, { place, lines: [] }])
    roundRect.call(this, x, y, width, height, radii)
  }
  painter.fillText = function (text, ...place) {
    canvasTexts.get(this.canvas)?.at(-1)?.lines.push(text)
    fillText.call(this, text, ...place)
  }
}`

const textsNow = `[...canvasTexts].flatMap(([canvas, texts]) => {
  const { x, y, width } = canvas.getBoundingClientRect()
  const ratio = width / canvas.width
  return texts.map(({ place: [left, top, right, bottom], lines }) => ({
    lines,
    left: x + left * ratio,
    top: y + top * ratio,
    right: x + right * ratio,
    bottom: y + bottom * ratio,
  }))
})`

/** Starts to note texts on canvases; call it before opening the page. Returns a function that lists those shown. */
export async function watchCanvasTexts(page: Page): Promise<() => Promise<readonly CanvasText[]>> {
  await page.addInitScript(noteTexts)
  return () => page.evaluate<readonly CanvasText[]>(textsNow)
}
