import { Menu } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { IconButton } from './icon-button.tsx'
import { IconDots } from './icons.ts'

interface RowMenuProps {
  label: string
  /** Identifies the row; absent: the label does. */
  of?: string
  /** Entries of the menu. */
  children: ReactNode
}

/**
 * The menu of a row in a long list. Renders only its button until somebody clicks it. If its
 * place shows another row, the menu closes.
 */
export function RowMenu({ label, of: row = label, children }: RowMenuProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const wasOpened = opened === row
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The menu renders another button element, which must take over the focus.
    if (wasOpened) button.current?.focus()
  }, [wasOpened])
  if (!wasOpened) {
    return (
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setOpened(row)}
      >
        <IconDots size={16} />
      </IconButton>
    )
  }
  return (
    <Menu key={row} defaultOpened>
      <Menu.Target>
        <IconButton ref={button} aria-label={label}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
