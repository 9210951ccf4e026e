import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconHelp, IconListCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useHelp } from '../../ui/help.tsx'

/** Opens the help of the current page. */
export function HelpButton() {
  const { t } = useTranslation()
  const { setOpen } = useHelp()
  return (
    <Tooltip label={t('help.open')}>
      <ActionIcon
        size="md"
        aria-label={t('help.title')}
        aria-keyshortcuts="?"
        onClick={() => setOpen(true)}
      >
        <IconHelp size={20} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Opens the help, which has the first steps, from the user's menu. */
export function HelpItem() {
  const { t } = useTranslation()
  const { setOpen } = useHelp()
  return (
    <Menu.Item leftSection={<IconListCheck size={16} />} onClick={() => setOpen(true)}>
      {t('guide.title')}
    </Menu.Item>
  )
}
