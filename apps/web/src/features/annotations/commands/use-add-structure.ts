import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

import { categoryWithRole } from '#annotation/document'
import { describedRoles } from '#contract/category-role'

import { CallError } from '../../../api/call-error.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { addNewCategories } from '../analysis/new-categories.ts'
import type { Annotator } from '../annotator.ts'
import type { AnnotatorData } from '../api.ts'
import type { CommandContext } from './command.ts'

/**
 * Adds the category of a structure to the dataset of the image. If the user has a category of its name that
 * stands for nothing, a message asks them to choose its structure.
 */
export function useAddStructure(
  annotator: Annotator,
  data: AnnotatorData,
  tellDisabled: CommandContext['tellDisabled'],
): CommandContext['addStructure'] {
  const { t } = useTranslation()
  const client = useQueryClient()
  const problemText = useProblemText()
  return useCallback(
    async (role, goOn) => {
      const name = describedRoles[role].words[currentLanguage()]
      try {
        await addNewCategories([name], { annotator, data }, client)
        if (categoryWithRole(annotator.editor.state.document, role) === null) {
          tellDisabled('needsStructure')
        } else goOn()
      } catch (error) {
        notifications.show({
          title: t('common.starterCategories'),
          message: error instanceof CallError ? problemText(error) : String(error),
          color: 'red',
        })
      }
    },
    [annotator, data, client, t, problemText, tellDisabled],
  )
}
