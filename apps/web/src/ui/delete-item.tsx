import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

/** The menu entry of a destructive action. */
export function DeleteItem({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Menu.Item
      color="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} />}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  )
}
