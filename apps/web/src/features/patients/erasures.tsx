import { Anchor, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { PatientErasure } from '#contract/patients'

import { count } from '../../i18n/format.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Moment } from '../../ui/moment.tsx'
import { patientErasures } from './api.ts'

/** Records of earlier erasures, each to download. */
export function Erasures() {
  const { t } = useTranslation()
  const query = useQuery(patientErasures)
  if (query.error !== null) return <QueryFailed title={t('patients.recordsFailed')} query={query} />
  if (query.data?.length === 0) return <EmptyState title={t('patients.noRecords')} />
  return (
    <DataTable
      label={t('patients.records')}
      columns={[
        { title: t('patients.at') },
        { title: t('patients.by') },
        { title: t('patients.reason') },
        { title: t('patients.images'), align: 'end' },
        { title: t('patients.record') },
      ]}
      rows={query.data?.map((erasure) => (
        <Table.Tr key={erasure.id}>
          <Table.Td>
            <Moment at={erasure.at} />
          </Table.Td>
          <Table.Td>{erasure.by}</Table.Td>
          <Table.Td>{erasure.reason}</Table.Td>
          <Table.Td ta="end">{count(erasure.counts.images)}</Table.Td>
          <Table.Td>
            <Anchor
              underline="always"
              href={documentOf(erasure)}
              download={`erasure-${erasure.id}.json`}
            >
              {t('patients.download', { number: erasure.id })}
            </Anchor>
          </Table.Td>
        </Table.Tr>
      ))}
    />
  )
}

function documentOf(erasure: PatientErasure): string {
  return `data:application/json,${encodeURIComponent(JSON.stringify(erasure, null, 2))}`
}
