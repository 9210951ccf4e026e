import { Box } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface ScrollRegionProps {
  label: string
  className: string | undefined
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A region with its own scroll bar, which the keyboard reaches too. */
export function ScrollRegion({ label, className, ref, children }: ScrollRegionProps) {
  return (
    <Box
      component="section"
      ref={ref}
      aria-label={label}
      tabIndex={0}
      {...(className && { className })}
    >
      {children}
    </Box>
  )
}
