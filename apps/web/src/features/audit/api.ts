import { notifications } from '@mantine/notifications'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { searchDirectory } from '#contract/account'
import {
  exportAudit,
  exportAuditFhir,
  listAudit,
  type TrailFinding,
  verifyAudit,
} from '#contract/audit'
import { listDatasetNames } from '#contract/datasets'

import { addressOf } from '../../api/address.ts'
import { call, type CallOutput } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import type { AuditFilter } from './audit-filter.ts'

const pageSize = 100

export const auditPage = (filter: AuditFilter, page: number) =>
  queryOptions({
    queryKey: ['audit', filter, page],
    queryFn: ({ signal }) =>
      call(listAudit, { query: { ...filter, page, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
    // Every call adds to the trail, including this one.
    staleTime: 0,
  })

export function exportAddress(filter: AuditFilter): string {
  return addressOf(exportAudit, { query: { ...filter, language: currentLanguage() } })
}

export function exportFhirAddress(filter: AuditFilter): string {
  return addressOf(exportAuditFhir, { query: filter })
}

/** Users whose username or name matches; any signed-in user may ask. */
export const usernamesLike = (text: string) =>
  queryOptions({
    queryKey: ['audit usernames', text],
    queryFn: ({ signal }) => call(searchDirectory, { query: { q: text }, signal }),
    placeholderData: keepPreviousData,
  })

export const datasetNames = queryOptions({
  queryKey: ['audit datasets'],
  queryFn: ({ signal }) => call(listDatasetNames, { signal }),
})

export interface Verification {
  /** Entries found intact so far. */
  readonly checked: number
  readonly left: number
  readonly findings: readonly TrailFinding[]
  readonly done: boolean
}

/** Checks the whole trail in batches, and reports progress after each. */
export function useVerify(): { state: Verification | null; isPending: boolean; start: () => void } {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [state, setState] = useState<Verification | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => verifyAll(setState),
    onError(error) {
      setState(null)
      notifications.show({
        title: t('audit.verify'),
        message: problemText(error),
        color: 'red',
      })
    },
  })
  return { state, isPending, start: () => mutate() }
}

async function verifyAll(tell: (state: Verification) => void): Promise<void> {
  let checked = 0
  const findings: TrailFinding[] = []
  let after: number | null = null
  do {
    const stretch: CallOutput<typeof verifyAudit> = await call(verifyAudit, {
      query: after === null ? {} : { after },
    })
    checked += stretch.checked
    after = stretch.next
    findings.push(...stretch.findings)
    tell({ checked, left: stretch.left, findings: [...findings], done: after === null })
  } while (after !== null)
}
