import { useTranslation } from 'react-i18next'

import { type KeyNames, type Keys, keysText } from './keys.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Formats keys in the reader's language. */
export function useKeysText(): (keys: Keys) => string {
  const { t } = useTranslation()
  const names: KeyNames = {
    mod: isMac ? '⌘' : 'Ctrl',
    ...t('annotations.keys', { returnObjects: true }),
  }
  return (keys) => keysText(keys, names)
}
