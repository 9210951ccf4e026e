import { zoomStep } from './viewport.ts'

export type WheelMeaning =
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }

type Wheel = Pick<
  WheelEvent,
  'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'
> & {
  /** Deprecated, but still how a wheel's notches are recognised in browsers: 120 for each. */
  readonly wheelDeltaY?: number
}

const pixelMode = 0
const notch = 120
/** Zoom per pixel of a pinch on a trackpad. */
const pinchSpeed = 0.01
const linePx = 16

/**
 * Interprets a wheel event. A mouse wheel zooms, or with shift pans sideways. Two fingers on a trackpad
 * pan; pinched, they zoom: browsers report a pinch as a wheel event with ctrl.
 */
export function wheelMeaning(event: Wheel): WheelMeaning {
  if (isNotched(event)) {
    if (event.shiftKey) return { kind: 'pan', dx: -pixels(event, event.deltaY), dy: 0 }
    return { kind: 'zoom', factor: zoomStep ** -Math.sign(event.deltaY) }
  }
  if (event.ctrlKey || event.metaKey) {
    return { kind: 'zoom', factor: Math.exp(-event.deltaY * pinchSpeed) }
  }
  return { kind: 'pan', dx: -event.deltaX, dy: -event.deltaY }
}

function isNotched({ deltaMode, deltaX, deltaY, wheelDeltaY }: Wheel): boolean {
  if (deltaMode !== pixelMode) return true
  if (deltaX !== 0 || deltaY === 0 || wheelDeltaY === undefined) return false
  return wheelDeltaY !== 0 && wheelDeltaY % notch === 0
}

function pixels({ deltaMode }: Wheel, delta: number): number {
  return deltaMode === pixelMode ? delta : delta * linePx
}
