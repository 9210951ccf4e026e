import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

interface ScrollRegionProps {
  label: string
  className: string | undefined
  children: ReactNode
}

/** A region with its own scroll bar, which the keyboard reaches too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <Box component="section" aria-label={label} tabIndex={0} {...(className && { className })}>
      {children}
    </Box>
  )
}
