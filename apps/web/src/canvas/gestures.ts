import type { EditorState } from '#annotation/editor-state'
import type { PointerInput } from '#annotation/tool'
import type { Point } from '#geometry/point'

import type { GestureTarget } from './gesture-target.ts'
import { Panning } from './panning.ts'
import { Pinch } from './pinch.ts'
import { placeOf } from './place.ts'
import { toImage } from './viewport.ts'
import { Wheel } from './wheel.ts'

const middleButton = 1

/** The press that draws. */
interface Press {
  readonly pointer: number
  readonly type: string
  /** The editor's state before it. */
  readonly before: EditorState
}

/**
 * Turns pointers, wheels and the space bar over an element into panning, zooming and tool events. The
 * first finger, a pen and the primary button draw; two fingers pinch; the middle button, or the primary
 * one with the space bar, pans. A finger gives way to a pen, because it may be the palm of the hand that
 * holds it. Returns a function that stops listening.
 */
export function listenToGestures(host: HTMLElement, target: GestureTarget): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const { editor } = target
  const pinch = new Pinch(target)
  const panning = new Panning(host, target, signal)
  const wheelDevice = new Wheel()
  let drawing: Press | null = null

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
  /** The browser takes the pointer away, or it turns out to pinch. */
  const takeBack = () => {
    if (drawing !== null) editor.takeBackPress(drawing.before)
    drawing = null
  }
  const giveWayToPen = () => {
    pinch.forget()
    if (drawing?.type === 'touch') takeBack()
  }
  const isBesidePen = ({ pointerType }: PointerEvent) =>
    pointerType === 'touch' && drawing?.type === 'pen'

  const down = (event: PointerEvent) => {
    host.focus({ preventScroll: true })
    host.setPointerCapture(event.pointerId)
    if (isBesidePen(event)) return
    if (event.pointerType === 'touch' && pinch.add(event.pointerId, onScreen(event))) {
      takeBack()
      return
    }
    if (event.button === middleButton || (event.button === 0 && panning.armed)) {
      event.preventDefault()
      panning.begin(event.pointerId, onScreen(event))
      return
    }
    if (event.button !== 0) return
    if (event.pointerType === 'pen') giveWayToPen()
    if (drawing !== null) return
    drawing = { pointer: event.pointerId, type: event.pointerType, before: editor.state }
    editor.pointerDown(input(event))
  }
  /** A finger that does not draw points at nothing. */
  const isForTool = ({ pointerId, pointerType }: PointerEvent) =>
    drawing === null ? pointerType !== 'touch' : drawing.pointer === pointerId
  const move = (event: PointerEvent) => {
    if (isBesidePen(event)) return
    target.pointAt(event.pointerType === 'touch' ? null : onScreen(event))
    if (pinch.move(event.pointerId, onScreen(event))) return
    if (panning.move(event.pointerId, onScreen(event))) return
    if (!isForTool(event)) return
    const samples = drawing === null ? [event] : samplesOf(event)
    for (const sample of samples) editor.pointerMove(input(sample))
  }
  const up = (event: PointerEvent) => {
    pinch.remove(event.pointerId)
    if (panning.end(event.pointerId) || drawing?.pointer !== event.pointerId) return
    drawing = null
    editor.pointerUp(input(event))
  }
  const lost = (event: PointerEvent) => {
    pinch.remove(event.pointerId)
    panning.end(event.pointerId)
    if (drawing?.pointer === event.pointerId) takeBack()
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
