import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowButtonProps {
  label: string
  busy?: boolean
  /** Why it cannot be used: shown in place of the label. */
  unusable?: string | undefined
  onClick: () => void
  children: ReactNode
}

/** An icon button in a table row that acts on the row's item. */
export function RowButton({ label, busy = false, unusable, onClick, children }: RowButtonProps) {
  return (
    <Tooltip label={unusable ?? label}>
      <ActionIcon
        aria-label={unusable === undefined ? label : `${label}: ${unusable}`}
        aria-disabled={unusable !== undefined}
        data-disabled={unusable !== undefined}
        loading={busy}
        onClick={unusable === undefined ? onClick : undefined}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
