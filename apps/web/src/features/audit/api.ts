import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { exportAudit, listAudit, verifyAudit } from '#contract/audit'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import type { AuditFilter } from './audit-filter.ts'

const pageSize = 100

export const auditPage = (filter: AuditFilter, page: number) =>
  queryOptions({
    queryKey: ['audit', filter, page],
    queryFn: ({ signal }) =>
      call(listAudit, { query: { ...filter, page, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
    // The trail grows with every call, this one included.
    staleTime: 0,
  })

export function exportAddress(filter: AuditFilter): string {
  return addressOf(exportAudit, { query: filter })
}

export function useVerify() {
  const { t } = useTranslation()
  return useCall(verifyAudit, { title: t('audit.verify') })
}
