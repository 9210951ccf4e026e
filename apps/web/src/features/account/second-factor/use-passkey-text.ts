import { useTranslation } from 'react-i18next'

import { useProblemText } from '../../../i18n/problem-text.ts'
import { NoPasskey } from './no-passkey.ts'

/** Text of an error in making or using a passkey. */
export function usePasskeyText(): (error: unknown) => string {
  const { t } = useTranslation()
  const problemText = useProblemText()
  return (error) =>
    error instanceof NoPasskey ? t('secondFactor.passkeyCancelled') : problemText(error)
}
