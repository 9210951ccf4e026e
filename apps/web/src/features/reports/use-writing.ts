import { useTranslation } from 'react-i18next'

import { writingIn, type Writing } from '#report/language'

import { currentLanguage } from '../../i18n/i18n.ts'
import { readersZone } from '../../i18n/time.ts'

/** The language and formats of the reports on this page. */
export function useWriting(): Writing {
  useTranslation()
  return writingIn(currentLanguage(), readersZone())
}
