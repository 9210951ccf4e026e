import type { stored as english } from '#contract/messages/stored'

import type { TranslatedMessages } from '../../translated.ts'

export const stored: TranslatedMessages<typeof english> = {
  text: '{{text}}',
}
