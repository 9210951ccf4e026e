import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from '#contract/categories'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { deletedNotice } from '../../ui/deleted-notice.tsx'

const pageSize = 50

const key = ['categories']

export const categoryPage = (page: number) =>
  queryOptions({
    queryKey: [...key, page],
    queryFn: ({ signal }) => call(listCategories, { query: { page, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** These screens show category names too. */
const changed = [key, ['datasets'], ['dataset']]

export function useCreateCategory() {
  const { t } = useTranslation()
  return useCall(createCategory, { title: t('categories.creating'), invalidates: changed })
}

export function useUpdateCategory() {
  const { t } = useTranslation()
  return useCall(updateCategory, {
    title: t('categories.updating'),
    invalidates: changed,
    success: () => t('categories.updated'),
  })
}

export function useDeleteCategory(name: string) {
  const { t } = useTranslation()
  return useCall(deleteCategory, {
    title: t('categories.deleting'),
    invalidates: changed,
    success: () => deletedNotice(t('categories.deleted', { name })),
  })
}
