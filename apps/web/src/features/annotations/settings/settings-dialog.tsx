import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { Dialog } from '../../../ui/dialog.tsx'
import { ShortcutSettings } from './shortcut-settings.tsx'
import { PreferencesForm } from './preferences-form.tsx'

/** The user's settings for all images, on every computer. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="60rem" title={t('annotations.commands.settings')} onClose={onClose}>
      <Tabs defaultValue="tools" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="tools">{t('annotations.groups.tools')}</Tabs.Tab>
          <Tabs.Tab value="shortcuts">{t('annotations.keyboard')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tools">
          <PreferencesForm />
        </Tabs.Panel>
        <Tabs.Panel value="shortcuts">
          <ShortcutSettings />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
