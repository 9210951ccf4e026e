import { useTranslation } from 'react-i18next'

import { isToolId, tools } from '#annotation/tools'

import { useWords } from '../../../i18n/words.ts'
import type { CommandName } from './commands.ts'

/** The name of each command in the current language; tools define their own. */
export function useCommandName(): (name: CommandName) => string {
  const { t } = useTranslation()
  const words = useWords()
  return (name) =>
    isToolId(name) ? words(tools[name].about.words).name : t(`annotations.commands.${name}`)
}
