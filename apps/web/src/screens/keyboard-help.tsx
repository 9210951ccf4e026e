import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { ShortcutList } from '../features/annotations/commands/shortcut-list.tsx'

/** Keyboard shortcuts of the annotate screen. */
export function KeyboardHelp() {
  const { t } = useTranslation()
  return (
    <section>
      <Title order={2} mb="xs">
        {t('info.keyboardTitle')}
      </Title>
      <Text mb="sm">{t('info.keyboardHint')}</Text>
      <ShortcutList />
    </section>
  )
}
