import { Box } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'

import type { Adjudication, Outline } from '#contract/adjudication'

import { pictureAddress } from './api.ts'
import { outlinePath, pointsPath } from './outline-path.ts'
import classes from './photograph.module.css'
import { moved, type ViewBox, wholeOf, zoomed } from './view-box.ts'

/** Outlines, lines and points of one reader, in the colour that tells the reader. */
export interface Layer {
  readonly id: string
  readonly color: string
  readonly outlines: readonly Outline[]
}

interface PhotographProps {
  image: Adjudication['image']
  label: string
  layers: readonly Layer[]
  view: ViewBox
  onView: (view: ViewBox) => void
}

const step = 1.25
/** A notch of a mouse wheel, in the pixels that browsers give. */
const notch = 100

/** A photograph with outlines: the wheel and + and - zoom, dragging and arrows move it, 0 shows all. */
export function Photograph({ image, label, layers, view, onView }: PhotographProps) {
  const svg = useRef<SVGSVGElement>(null)
  const drag = useRef<{ x: number; y: number } | null>(null)
  /** The place under the pointer as shares of the part that is shown; margins count beyond 0 and 1. */
  const sharesAt = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const toImage = svg.current?.getScreenCTM()?.inverse()
    const place = new DOMPoint(clientX, clientY).matrixTransform(toImage)
    return { x: (place.x - view.x) / view.width, y: (place.y - view.y) / view.height }
  }
  useEffect(() => {
    const shown = svg.current
    if (shown === null) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const factor = step ** (-event.deltaY / notch)
      onView(zoomed(view, { factor, at: sharesAt(event), image }))
    }
    // React listens passively, and the page would scroll.
    shown.addEventListener('wheel', onWheel, { passive: false })
    return () => shown.removeEventListener('wheel', onWheel)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = viewAfterKey(view, event.key, image)
    if (next === null) return
    event.preventDefault()
    onView(next)
  }
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = sharesAt(event)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === null) return
    const at = sharesAt(event)
    onView(moved(view, { x: drag.current.x - at.x, y: drag.current.y - at.y }, image))
    drag.current = at
  }
  const endDrag = () => {
    drag.current = null
  }
  return (
    <Box
      className={classes['photograph'] ?? ''}
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    >
      <svg ref={svg} aria-hidden viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}>
        <image href={pictureAddress(image.id)} width={image.width} height={image.height} />
        {layers.map(({ id, color, outlines }) => (
          <g key={id} stroke={color}>
            <path className={classes['outline']} d={outlines.map(outlinePath).join('')} />
            <path className={classes['points']} d={outlines.map(pointsPath).join('')} />
          </g>
        ))}
      </svg>
    </Box>
  )
}

function viewAfterKey(view: ViewBox, key: string, image: Adjudication['image']): ViewBox | null {
  const at = { x: 0.5, y: 0.5 }
  switch (key) {
    case '+':
    case '=':
      return zoomed(view, { factor: step, at, image })
    case '-':
      return zoomed(view, { factor: 1 / step, at, image })
    case '0':
      return wholeOf(image)
    case 'ArrowLeft':
      return moved(view, { x: -0.1, y: 0 }, image)
    case 'ArrowRight':
      return moved(view, { x: 0.1, y: 0 }, image)
    case 'ArrowUp':
      return moved(view, { x: 0, y: -0.1 }, image)
    case 'ArrowDown':
      return moved(view, { x: 0, y: 0.1 }, image)
    default:
      return null
  }
}
