import { Menu } from '@mantine/core'

import { IconTrash } from './icons.ts'

/** The menu entry of a destructive action: the last one, apart from the others. */
export function DeleteItem({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        color="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} />}
        onClick={onClick}
      >
        {label}
      </Menu.Item>
    </>
  )
}
