import { type Handle, type Handles, handlesIn } from '#annotation/handles'
import type { Overlay } from '#annotation/overlay'
import type { VertexAddress } from '#geometry/polygon'
import { ringAt } from '#geometry/vertices'
import { type Box, growBox } from '#geometry/box'
import { distance, type Point } from '#geometry/point'

import type { Scene } from './scene.ts'

type Context = CanvasRenderingContext2D
type OneHandle = Extract<Overlay, { kind: 'handle' }>
type Role = OneHandle['role']

/** Half the width in screen pixels. */
const handleSize = { vertex: 4.5, corner: 4.5, midpoint: 3.2, start: 5.5 } as const
const lineWidth = 1.2
export const handleFill = '#ffffff'
export const dark = '#0f1417'
export const activeFill = '#ffb703'

type HandleContext = CanvasDrawPath &
  CanvasPath &
  CanvasPathDrawingStyles &
  CanvasFillStrokeStyles &
  CanvasCompositing

/** Paints one handle exactly at its place. */
export function drawHandle(
  context: HandleContext,
  zoom: number,
  { role, at: { x, y }, active }: Pick<OneHandle, 'role' | 'at' | 'active'>,
): void {
  const size = (handleSize[role] + (active ? 1.5 : 0)) / zoom
  context.beginPath()
  if (role === 'corner') context.rect(x - size, y - size, 2 * size, 2 * size)
  else context.arc(x, y, size, 0, 2 * Math.PI)
  context.globalAlpha = role === 'midpoint' ? 0.65 : 1
  context.fillStyle = active ? activeFill : handleFill
  context.fill()
  context.strokeStyle = dark
  context.lineWidth = lineWidth / zoom
  context.stroke()
  context.globalAlpha = 1
}

interface Stamp {
  readonly picture: ImageBitmap
  /** Display pixels from its corner to the middle of the handle. */
  readonly middle: number
}

const stamps = new Map<string, Stamp>()

/** A picture of a handle, because there can be hundreds to paint. */
function stampOf(role: Role, pixelRatio: number): Stamp | null {
  const key = `${role} ${pixelRatio}`
  const known = stamps.get(key)
  if (known !== undefined) return known
  const middle = Math.ceil((handleSize[role] + lineWidth) * pixelRatio)
  const canvas = new OffscreenCanvas(2 * middle, 2 * middle)
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.translate(middle, middle)
  context.scale(pixelRatio, pixelRatio)
  drawHandle(context, 1, { role, at: { x: 0, y: 0 }, active: false })
  const stamp = { picture: canvas.transferToImageBitmap(), middle }
  stamps.set(key, stamp)
  return stamp
}

type ManyHandles = Extract<Overlay, { kind: 'handles' }>

/** Radius in screen pixels around the pointer in which handles are shown if they are very many. */
const nearPointer = 40
/** More than any image has of these squares in a row. */
const squaresAcross = 2 ** 20
/** Screen pixels; of very many handles only one is shown in a square of this size. */
const crowd = 9

/** Paints the handles in a part of the image. Returns their number. */
export function paintHandles(
  context: Context,
  scene: Scene,
  { handles, taken, around }: ManyHandles,
  seen: Box,
): number {
  const { zoom } = scene.viewport
  const found =
    around === null
      ? handlesIn(handles, seen)
      : spacedOut(handlesAround(handles, around, nearPointer / zoom), crowd / zoom)
  const shown =
    taken === null ? found : found.filter((handle) => !isAtVertex(handle, taken, handles))
  stampHandles(context, scene, shown)
  return shown.length
}

/** Paints pictures of handles, to the nearest display pixel: hundreds are painted once and then stay. */
function stampHandles(context: Context, { pixelRatio }: Scene, handles: readonly Handle[]): void {
  const { a: scale, e, f } = context.getTransform()
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  for (const { role, at } of handles) {
    const stamp = stampOf(role, pixelRatio)
    if (stamp === null) continue
    const x = Math.round(at.x * scale + e) - stamp.middle
    const y = Math.round(at.y * scale + f) - stamp.middle
    context.drawImage(stamp.picture, x, y)
  }
  context.restore()
}

function handlesAround(handles: Handles, at: Point, radius: number): readonly Handle[] {
  const box = growBox({ ...at, width: 0, height: 0 }, radius)
  return handlesIn(handles, box).filter((handle) => distance(handle.at, at) <= radius)
}

/** One handle for each square of a grid over the image, the uppermost. */
function spacedOut(handles: readonly Handle[], side: number): readonly Handle[] {
  const squares = new Map<number, Handle>()
  for (const handle of handles) {
    const { x, y } = handle.at
    squares.set(Math.floor(y / side) * squaresAcross + Math.floor(x / side), handle)
  }
  return [...squares.values()]
}

/** Whether a handle is a vertex, or in the middle of one of the two edges at it. */
function isAtVertex(
  { role, address }: Handle,
  taken: VertexAddress,
  { geometry }: Handles,
): boolean {
  if (address.polygon !== taken.polygon || address.ring !== taken.ring) return false
  if (address.vertex === taken.vertex) return true
  const count = (ringAt(geometry, taken)?.length ?? 0) / 2
  return role === 'midpoint' && (address.vertex + 1) % count === taken.vertex
}
