import { zoomStep } from './viewport.ts'

export type WheelMeaning =
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }

/** What a turn of the wheel does: 'automatic' zooms by a mouse's wheel and pans by a trackpad. */
export type WheelUse = 'automatic' | 'zoom' | 'pan'

export type WheelInput = Pick<
  WheelEvent,
  'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'timeStamp'
> & {
  /** Deprecated, but how browsers betray the device: 120 for each notch of a wheel. */
  readonly wheelDeltaY?: number
}

interface Surroundings {
  readonly use: WheelUse
  /** Device pixels per CSS pixel, by which browsers divide a wheel's pixels. */
  readonly pixelRatio: number
}

type Device = 'wheel' | 'trackpad'

const pixelMode = 0
const notch = 120
const linePx = 16
/** Notches that one event counts for: macOS accelerates a wheel that is flicked. */
const mostAtOnce = 3
/** Lines of a notch, where a browser counts lines. */
const notchLines = 3
/** Pixels of a notch, where nothing else tells its size. */
const notchPx = 100
/** Zoom per pixel of a pinch on a trackpad. */
const pinchSpeed = 0.01
/** Largest delta, in pixels, of a pinch; with the key Ctrl, a notch is larger. */
const widestPinch = 30
/** Milliseconds without an event that end a gesture; inertia ends sooner. */
const pause = 400
/** Pixels with which a gesture of a trackpad does not begin. */
const suddenPx = 8

/**
 * Interprets the wheel events of one canvas. A mouse wheel zooms, or with shift pans sideways. Two fingers
 * on a trackpad pan; pinched, they zoom: browsers report a pinch as a wheel event with ctrl. No browser
 * states the device, so it is inferred from the numbers; if they do not tell, from the gesture so far.
 */
export class Wheel {
  #device: Device | null = null
  #lastAt = -Infinity

  read(event: WheelInput, { use, pixelRatio }: Surroundings): WheelMeaning {
    const device = this.#deviceOf(event, pixelRatio)
    if (event.ctrlKey || event.metaKey)
      return { kind: 'zoom', factor: factorWithCtrl(event, pixelRatio) }
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const zooms = use === 'automatic' ? device === 'wheel' : use === 'zoom'
    if (zooms && !isSideways) {
      return { kind: 'zoom', factor: zoomStep ** -notchesOf(event, pixelRatio) }
    }
    const [dx, dy] = [inPixels(event, event.deltaX), inPixels(event, event.deltaY)]
    // Some systems turn the wheel's direction themselves if shift is held.
    if (event.shiftKey && dx === 0) return { kind: 'pan', dx: -dy, dy: 0 }
    return { kind: 'pan', dx: 0 - dx, dy: 0 - dy }
  }

  #deviceOf(event: WheelInput, pixelRatio: number): Device {
    const goesOn = event.timeStamp - this.#lastAt < pause
    this.#lastAt = event.timeStamp
    this.#device =
      knownDevice(event, pixelRatio) ?? (goesOn ? this.#device : null) ?? likelyDevice(event)
    return this.#device
  }
}

/**
 * The device if the numbers give it away. `deltaMode` is read first: Firefox then counts a wheel's lines,
 * else pixels. Chromium's wheels send 100 pixels for 120, in any scale and part of a notch; trackpads send a
 * third of it, to which macOS's acceleration of wheels does not keep.
 */
function knownDevice(event: WheelInput, pixelRatio: number): Device | null {
  if (event.deltaMode !== pixelMode) return 'wheel'
  const { deltaX, deltaY, wheelDeltaY, shiftKey } = event
  if (deltaX !== 0 && !shiftKey) return 'trackpad'
  if (wheelDeltaY === undefined || wheelDeltaY === 0 || deltaY === 0) return null
  const ratio = -wheelDeltaY / deltaY
  if (isNear(ratio, notch / notchPx)) return 'wheel'
  if (isNear(ratio, 3)) return null
  return wholeNotches(wheelDeltaY, pixelRatio) === null ? null : 'wheel'
}

/** Fingers set a picture in motion slowly; a wheel starts with a leap. */
function likelyDevice({ deltaY }: WheelInput): Device {
  return Math.abs(deltaY) >= suddenPx ? 'wheel' : 'trackpad'
}

/** Notches of the wheel, or their equivalent for smooth scrolling; positive downwards. */
function notchesOf(event: WheelInput, pixelRatio: number): number {
  if (event.deltaMode !== pixelMode) {
    return event.deltaY / notchLines
  }
  const { deltaY, wheelDeltaY = 0 } = event
  const whole = wholeNotches(wheelDeltaY, pixelRatio)
  return whole === null ? deltaY / notchPx : -whole
}

/** The number of notches, upwards, that a delta consists of, as sent at this or at no scale; else null. */
function wholeNotches(wheelDelta: number, pixelRatio: number): number | null {
  const counts = [wheelDelta / notch, (wheelDelta * pixelRatio) / notch]
  const whole = counts.find((count) => Math.round(count) !== 0 && isNear(count, Math.round(count)))
  return whole === undefined ? null : Math.min(Math.max(Math.round(whole), -mostAtOnce), mostAtOnce)
}

/** A pinch is followed closely; Ctrl with a wheel zooms by notches. */
function factorWithCtrl(event: WheelInput, pixelRatio: number): number {
  const isPinch = event.deltaMode === pixelMode && Math.abs(event.deltaY) < widestPinch
  return isPinch ? Math.exp(-event.deltaY * pinchSpeed) : zoomStep ** -notchesOf(event, pixelRatio)
}

function isNear(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) <= 0.02 * Math.abs(wanted)
}

function inPixels({ deltaMode }: WheelInput, delta: number): number {
  return deltaMode === pixelMode ? delta : delta * linePx
}
