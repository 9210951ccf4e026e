import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type Language, languages } from '../../i18n/i18n.ts'
import { useLanguage } from './use-language.ts'

const choices = Object.entries(languages).map(([value, label]) => ({
  value: value as Language,
  label: <span lang={value}>{label}</span>,
}))

export function LanguageSwitch() {
  const { t } = useTranslation()
  const [language, setLanguage] = useLanguage()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('shell.language')}
      data={choices}
      value={language}
      onChange={setLanguage}
    />
  )
}
