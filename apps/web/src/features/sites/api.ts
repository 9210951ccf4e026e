import { useTranslation } from 'react-i18next'

import { createSite, deleteSite, renameSite } from '#contract/sites'

import { sitesKey } from '../../api/sites.ts'
import { useCall } from '../../api/use-call.ts'

export function useCreateSite() {
  const { t } = useTranslation()
  return useCall(createSite, {
    title: t('sites.creating'),
    invalidates: [sitesKey],
    success: ({ name }) => t('sites.created', { name }),
  })
}

export function useRenameSite() {
  const { t } = useTranslation()
  return useCall(renameSite, {
    title: t('sites.renaming'),
    invalidates: [sitesKey],
    success: ({ name }) => t('sites.renamed', { name }),
  })
}

export function useDeleteSite(name: string) {
  const { t } = useTranslation()
  return useCall(deleteSite, {
    title: t('sites.deleting'),
    invalidates: [sitesKey],
    success: () => t('sites.deleted', { name }),
  })
}
