import { useTranslation } from 'react-i18next'

import { writingIn, type Writing } from '#report/language'

import { currentLanguage } from '../../i18n/i18n.ts'
import { timeZone } from './api.ts'

/** What reports are written in here. */
export function useWriting(): Writing {
  useTranslation()
  return writingIn(currentLanguage(), timeZone())
}
