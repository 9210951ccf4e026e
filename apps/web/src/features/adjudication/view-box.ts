/** The part of a photograph that is shown, in its pixels. */
export interface ViewBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The largest magnification of the whole photograph. */
const mostZoom = 40

export function wholeOf({ width, height }: Size): ViewBox {
  return { x: 0, y: 0, width, height }
}

/**
 * The part that is shown after zooming by a factor, with a place of the photograph kept where it is.
 * @param at the place, as shares of the part's width and height
 */
export function zoomed(
  view: ViewBox,
  { factor, at, image }: { factor: number; at: { x: number; y: number }; image: Size },
): ViewBox {
  const width = Math.min(image.width, Math.max(image.width / mostZoom, view.width / factor))
  const height = (width * image.height) / image.width
  return within(
    {
      x: view.x + at.x * (view.width - width),
      y: view.y + at.y * (view.height - height),
      width,
      height,
    },
    image,
  )
}

/** The part moved by shares of its width and height. */
export function moved(view: ViewBox, by: { x: number; y: number }, image: Size): ViewBox {
  return within({ ...view, x: view.x + by.x * view.width, y: view.y + by.y * view.height }, image)
}

function within(view: ViewBox, image: Size): ViewBox {
  return {
    ...view,
    x: Math.min(Math.max(0, view.x), image.width - view.width),
    y: Math.min(Math.max(0, view.y), image.height - view.height),
  }
}
