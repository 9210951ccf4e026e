import { useTranslation } from 'react-i18next'

import { type Language, languages } from '../../i18n/i18n.ts'
import classes from './language-switch.module.css'

const choices = Object.entries(languages) as [Language, string][]

interface LanguageSwitchProps {
  language: Language
  onChange: (language: Language) => void
}

/** Buttons for the languages, each named in itself. */
export function LanguageSwitch({ language, onChange }: LanguageSwitchProps) {
  const { t } = useTranslation()
  return (
    <fieldset aria-label={t('shell.language')} className={classes['switch']}>
      {choices.map(([value, label]) => (
        <button
          key={value}
          type="button"
          lang={value}
          aria-pressed={value === language}
          onClick={() => onChange(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
