import { Menu, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type Language, languages } from '../../i18n/i18n.ts'
import { useLanguage } from './use-language.ts'

const schemes = [
  ['light', 'shell.light'],
  ['dark', 'shell.dark'],
  ['auto', 'shell.system'],
] as const

/** Language and colour scheme as menu entries. */
export function DisplayMenuItems() {
  const { t } = useTranslation()
  const [language, setLanguage] = useLanguage()
  // Without keepTransitions Mantine adds a <style> element, which the security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <>
      <Menu.Label>{t('shell.language')}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(value) => setLanguage(value as Language)}>
        {Object.entries(languages).map(([value, label]) => (
          <Menu.RadioItem key={value} value={value} lang={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t('shell.colourScheme')}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
      >
        {schemes.map(([value, label]) => (
          <Menu.RadioItem key={value} value={value}>
            {t(label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
