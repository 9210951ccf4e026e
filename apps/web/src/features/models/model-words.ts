import type { UsableModel } from '#contract/models'

import { currentLanguage } from '../../i18n/i18n.ts'

/** Name, purpose and limits of a network in the reader's language; in English if its maker gives no other. */
export function wordsOf(model: UsableModel): Pick<UsableModel, 'name' | 'intended_use' | 'limits'> {
  return currentLanguage() === 'ko' && model.ko !== null ? model.ko : model
}
