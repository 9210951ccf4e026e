import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { IconButton } from './icon-button.tsx'

type Reached = 'by pointer' | 'by focus' | 'by click'

interface RowMenuProps {
  label: string
  /** The entries. */
  children: ReactNode
}

/** The menu of a row in a long list: no more than its button until somebody comes near it. */
export function RowMenu({ label, children }: RowMenuProps) {
  const [reached, setReached] = useState<Reached | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button in the menu is another element than the one that had the focus.
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
    <Menu defaultOpened={reached === 'by click'}>
      <Menu.Target>
        <IconButton ref={button} aria-label={label}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
