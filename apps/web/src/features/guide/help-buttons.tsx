import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { useHelp } from '../../ui/help.tsx'
import { IconHelp, IconListCheck } from '../../ui/icons.ts'
import { useKeysText } from '../../ui/use-keys-text.ts'
import { useHelpKeys } from './help-keys.ts'

/** Opens the help of the current page. */
export function HelpButton() {
  const { t } = useTranslation()
  const { setOpen } = useHelp()
  const keys = useHelpKeys()
  const keysText = useKeysText()
  const shown = keys.map(keysText).join(', ')
  return (
    <Tooltip label={shown === '' ? t('help.title') : `${t('help.title')} (${shown})`}>
      <ActionIcon
        size="md"
        aria-label={t('help.title')}
        aria-keyshortcuts={keys.join(' ').replaceAll('Mod+', 'Control+')}
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
