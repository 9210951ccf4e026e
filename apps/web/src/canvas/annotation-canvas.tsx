import { Box } from '@mantine/core'
import { useEffect, useRef } from 'react'

import classes from './annotation-canvas.module.css'
import type { Stage } from './stage.ts'

interface AnnotationCanvasProps {
  stage: Stage
  label: string
}

/** The element in which a stage shows its image. */
export function AnnotationCanvas({ stage, label }: AnnotationCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => (host.current === null ? undefined : stage.attach(host.current)), [stage])
  return (
    <Box
      ref={host}
      className={classes['canvas'] ?? ''}
      role="application"
      aria-label={label}
      tabIndex={0}
    />
  )
}
