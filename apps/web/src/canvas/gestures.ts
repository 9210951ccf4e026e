import type { PointerInput } from '#annotation/tool'
import type { Point } from '#geometry/point'

import type { GestureTarget } from './gesture-target.ts'
import { Panning } from './panning.ts'
import { Pinch } from './pinch.ts'
import { placeOf } from './place.ts'
import { toImage } from './viewport.ts'
import { Wheel } from './wheel.ts'

const middleButton = 1

/**
 * Turns pointers, wheels and the space bar over an element into panning, zooming and tool events. The
 * first finger, a pen and the primary button draw; two fingers pinch; the middle button, or the primary
 * one with the space bar, pans. Returns a function that stops listening.
 */
export function listenToGestures(host: HTMLElement, target: GestureTarget): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const { editor } = target
  const pinch = new Pinch(target)
  const panning = new Panning(host, target, signal)
  const wheelDevice = new Wheel()
  let drawing: number | null = null
  let wentOn = false

  const place = placeOf(host, signal)
  const onScreen = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = place()
    return { x: clientX - left, y: clientY - top }
  }
  const input = (event: MouseEvent): PointerInput => ({
    at: toImage(target.viewport, onScreen(event)),
    pressure: event instanceof PointerEvent ? event.pressure : 0.5,
    pointerType: pointerTypeOf(event),
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey || event.metaKey,
  })
  const giveUpDrawing = () => {
    if (drawing !== null) editor.cancel()
    drawing = null
  }
  /** The first finger of a pinch has already drawn something: a shape, or another point of one. */
  const takeBackTouch = () => {
    if (drawing !== null && wentOn) editor.undo()
    else giveUpDrawing()
    drawing = null
  }

  const down = (event: PointerEvent) => {
    host.focus({ preventScroll: true })
    host.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch' && pinch.add(event.pointerId, onScreen(event))) {
      takeBackTouch()
      return
    }
    if (event.button === middleButton || (event.button === 0 && panning.armed)) {
      event.preventDefault()
      panning.begin(event.pointerId, onScreen(event))
      return
    }
    if (event.button !== 0 || drawing !== null) return
    drawing = event.pointerId
    wentOn = !editor.state.tool.resting
    editor.pointerDown(input(event))
  }
  const move = (event: PointerEvent) => {
    target.pointAt(event.pointerType === 'touch' ? null : onScreen(event))
    if (pinch.move(event.pointerId, onScreen(event))) return
    if (panning.move(event.pointerId, onScreen(event))) return
    if (drawing !== null && drawing !== event.pointerId) return
    const samples = drawing === null ? [event] : samplesOf(event)
    for (const sample of samples) editor.pointerMove(input(sample))
  }
  const up = (event: PointerEvent) => {
    pinch.remove(event.pointerId)
    if (panning.end(event.pointerId) || drawing !== event.pointerId) return
    drawing = null
    editor.pointerUp(input(event))
  }
  const lost = (event: PointerEvent) => {
    pinch.remove(event.pointerId)
    panning.end(event.pointerId)
    if (drawing !== event.pointerId) return
    // The points that a half-drawn shape already has are not lost with the pointer.
    if (wentOn) editor.release()
    else editor.cancel()
    drawing = null
  }
  const leave = () => {
    if (drawing !== null) return
    target.pointAt(null)
    editor.pointerLeave()
    editor.setView({ hover: null })
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const use = editor.state.preferences.wheel
    const meaning = wheelDevice.read(event, { use, pixelRatio: devicePixelRatio })
    if (meaning.kind === 'pan') target.pan(meaning.dx, meaning.dy)
    else target.zoomAbout(onScreen(event), meaning.factor)
  }

  host.addEventListener('pointerdown', down, { signal })
  host.addEventListener('pointermove', move, { signal })
  host.addEventListener('pointerup', up, { signal })
  host.addEventListener('pointercancel', lost, { signal })
  host.addEventListener('lostpointercapture', lost, { signal })
  host.addEventListener('pointerleave', leave, { signal })
  host.addEventListener('dblclick', (event) => editor.doubleClick(input(event)), { signal })
  host.addEventListener('wheel', wheel, { signal, passive: false })
  return () => listening.abort()
}

/** All pointer positions since the last event, if the browser reports them. */
function samplesOf(event: PointerEvent): readonly PointerEvent[] {
  const coalesced = event.getCoalescedEvents()
  return coalesced.length === 0 ? [event] : coalesced
}

function pointerTypeOf(event: MouseEvent): PointerInput['pointerType'] {
  if (!(event instanceof PointerEvent)) return 'mouse'
  return event.pointerType === 'pen' || event.pointerType === 'touch' ? event.pointerType : 'mouse'
}
