import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { deleteForGood, listUndo, rollBack, type UndoItem } from '#contract/undo'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import type { UndoFilter } from './undo-filter.ts'

const key = ['undo']

export const undoList = (filter: UndoFilter) =>
  queryOptions({
    queryKey: [...key, filter],
    queryFn: ({ signal }) => call(listUndo, { query: filter, signal }),
    placeholderData: keepPreviousData,
    // Other screens delete things.
    staleTime: 0,
  })

/** Queries that show or count the restored things. */
const shownElsewhere = [['datasets'], ['dataset'], ['members'], ['exports'], ['categories']]

export function useRollBack({ instance, name }: UndoItem) {
  const { t } = useTranslation()
  return useCall(rollBack, {
    title: t('undo.rollingBack'),
    invalidates: [key, ...shownElsewhere],
    success: () => t(`undo.restored.${instance}`, { name }),
  })
}

export function useDeleteForGood({ instance, name }: UndoItem) {
  const { t } = useTranslation()
  return useCall(deleteForGood, {
    title: t('undo.deleting'),
    invalidates: [key],
    success: () => t(`undo.deleted.${instance}`, { name }),
  })
}
