import { Menu } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { IconButton } from './icon-button.tsx'
import { IconDots } from './icons.ts'

type Reached = 'by pointer' | 'by focus' | 'by click'

interface RowMenuProps {
  label: string
  /** Entries of the menu. */
  children: ReactNode
}

/**
 * The menu of a row in a long list. Renders only its button until a pointer or the focus reaches it. The
 * label identifies the row: if it changes, the menu closes.
 */
export function RowMenu({ label, children }: RowMenuProps) {
  const [near, setNear] = useState<{ label: string; reached: Reached } | null>(null)
  const reached = near?.label === label ? near.reached : null
  const setReached = (by: Reached) => setNear({ label, reached: by })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The menu renders another button element, which must take over the focus.
    if (reached === 'by focus' || reached === 'by click') button.current?.focus()
  }, [reached])
  if (reached === null) {
    return (
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={() => setReached('by pointer')}
        onFocus={() => setReached('by focus')}
        onClick={() => setReached('by click')}
      >
        <IconDots size={16} />
      </IconButton>
    )
  }
  return (
    <Menu key={label} defaultOpened={reached === 'by click'}>
      <Menu.Target>
        <IconButton ref={button} aria-label={label}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
