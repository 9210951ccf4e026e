import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowButtonProps {
  label: string
  busy?: boolean
  onClick: () => void
  children: ReactNode
}

/** An icon button in a table row that acts on the row's item. */
export function RowButton({ label, busy = false, onClick, children }: RowButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} loading={busy} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
