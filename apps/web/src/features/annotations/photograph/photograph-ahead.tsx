import { useLayoutEffect, useRef } from 'react'

import { fit } from '../../../canvas/viewport.ts'
import classes from '../annotate-page.module.css'
import type { Prefetched } from './neighbours.ts'

/** A prefetched photograph, at the place where the annotator will show it. */
export function PhotographAhead({ photograph }: { photograph: Prefetched }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    if (canvas.current !== null) paint(canvas.current, photograph)
  }, [photograph])
  return <canvas ref={canvas} className={classes['ahead']} aria-hidden />
}

function paint(canvas: HTMLCanvasElement, { image, bitmap }: Prefetched): void {
  const { clientWidth: width, clientHeight: height } = canvas
  canvas.width = Math.round(width * devicePixelRatio)
  canvas.height = Math.round(height * devicePixelRatio)
  const { zoom, x, y } = fit(image, { width, height })
  const context = canvas.getContext('2d')
  context?.scale(devicePixelRatio, devicePixelRatio)
  context?.drawImage(bitmap, x, y, image.width * zoom, image.height * zoom)
}
