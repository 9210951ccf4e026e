import { Anchor, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { AssignmentAgreement, AssignmentFieldAgreement } from '#contract/adjudication'
import type { Assignment } from '#contract/assignments'
import type { Field } from '#contract/fields/field'

import { ComparedSources, ComparedTable, estimateText } from '../../api/compared-table.tsx'
import { count, decimal, toHundredths } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import { assignmentAgreement, fieldsOfDataset } from './api.ts'

interface AgreementPartProps {
  datasetId: number
  assignment: Assignment
  /** Shows the images that differ in a field, by its key. */
  onShowDiffering: (key: string) => void
}

/** How far the readers of an assignment agree: with each other, with what is final, with themselves. */
export function AgreementPart({ datasetId, assignment, onShowDiffering }: AgreementPartProps) {
  const { t } = useTranslation()
  const query = useQuery(assignmentAgreement({ datasetId, assignmentId: assignment.id }))
  const fields = useQuery(fieldsOfDataset(datasetId)).data?.fields ?? []
  const { data, error } = query
  return (
    <Stack gap="md">
      <QueryFailed title={t('common.loadFailed')} query={query} />
      {data === undefined && error === null && <Skeleton height={120} />}
      {data?.fields.map((each) => {
        const field = fields.find((described) => described.field.key === each.key)?.field
        return field === undefined ? null : (
          <FieldPart
            key={each.key}
            field={field}
            agreement={each}
            onShowDiffering={() => onShowDiffering(each.key)}
          />
        )
      })}
      {data !== undefined && data.outlines.length > 0 && <OutlinesPart outlines={data.outlines} />}
      {data?.fields.length === 0 && data.outlines.length === 0 && (
        <Text c="dimmed">{t('adjudication.noAgreement')}</Text>
      )}
    </Stack>
  )
}

interface FieldPartProps {
  field: Field
  agreement: AssignmentFieldAgreement
  onShowDiffering: () => void
}

function FieldPart({ field, agreement, onShowDiffering }: FieldPartProps) {
  const { t } = useTranslation()
  const { subjects, same, kappa, icc, pairs, finals, regrades, periods } = agreement
  const overall = kappa ?? icc
  const measure = field.type === 'number' ? 'icc' : 'fleiss'
  return (
    <Section title={field.words[currentLanguage()]}>
      <Stack gap="md" align="stretch">
        <Text size="sm">
          {subjects === 0
            ? t('statistics.readers.none')
            : t('statistics.readers.shared', { same: count(same), subjects: count(subjects) })}
          {overall !== null && (
            <> {t(`adjudication.${measure}`, { estimate: estimateText(field, overall, t) })}</>
          )}
          {same < subjects && (
            <>
              {' '}
              <Anchor component="button" type="button" size="sm" onClick={onShowDiffering}>
                {t('adjudication.showDiffering')}
              </Anchor>
            </>
          )}
        </Text>
        {pairs.length > 0 && (
          <ComparedTable
            label={t('adjudication.pairs')}
            corner={t('statistics.readers.pair')}
            field={field}
            columns={pairs.map(({ readers, ...compared }) => ({
              title: readers.join(', '),
              compared,
            }))}
          />
        )}
        {finals.length > 0 && (
          <ReaderPart title={t('adjudication.againstFinal')} field={field} rows={finals} />
        )}
        {regrades.length > 0 && (
          <ReaderPart title={t('adjudication.readTwice')} field={field} rows={regrades} />
        )}
        {periods.length > 1 && (
          <DataTable
            label={t('adjudication.overTime')}
            columns={[
              { title: t('adjudication.from') },
              { title: t('adjudication.read'), align: 'end' },
              { title: t('statistics.readers.same'), align: 'end' },
              { title: t('statistics.readers.kappa'), align: 'end' },
            ]}
            rows={periods.map((period) => (
              <Table.Tr key={period.from}>
                <Table.Td>{period.from}</Table.Td>
                <Table.Td ta="end">{count(period.subjects)}</Table.Td>
                <Table.Td ta="end">{count(period.same)}</Table.Td>
                <Table.Td ta="end">{estimateText(field, period.kappa, t)}</Table.Td>
              </Table.Tr>
            ))}
          />
        )}
        {pairs.length + finals.length + regrades.length > 0 && <ComparedSources field={field} />}
      </Stack>
    </Section>
  )
}

interface ReaderPartProps {
  title: string
  field: Field
  rows: AssignmentFieldAgreement['finals']
}

function ReaderPart({ title, field, rows }: ReaderPartProps) {
  const { t } = useTranslation()
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <ComparedTable
        label={title}
        corner={t('assignments.reader')}
        field={field}
        columns={rows.map(({ reader, ...compared }) => ({ title: reader, compared }))}
      />
    </div>
  )
}

function OutlinesPart({ outlines }: Pick<AssignmentAgreement, 'outlines'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('adjudication.outlines')}>
      <DataTable
        label={t('adjudication.outlines')}
        columns={[
          { title: t('statistics.category') },
          { title: t('statistics.readers.pair') },
          { title: t('statistics.images'), align: 'end' },
          { title: 'Dice', align: 'end' },
          { title: t('adjudication.meanDistance'), align: 'end' },
          { title: t('adjudication.distance95'), align: 'end' },
        ]}
        rows={outlines.map((each) => (
          <Table.Tr key={`${each.category} ${each.readers.join(' ')}`}>
            <Table.Td>{each.category}</Table.Td>
            <Table.Td>{each.readers.join(', ')}</Table.Td>
            <Table.Td ta="end">{count(each.images)}</Table.Td>
            <Table.Td ta="end">{toHundredths(each.dice)}</Table.Td>
            <Table.Td ta="end">{pixels(each.mean_distance)}</Table.Td>
            <Table.Td ta="end">{pixels(each.distance_95)}</Table.Td>
          </Table.Tr>
        ))}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {t('adjudication.distanceHint')}
      </Text>
    </Section>
  )
}

function pixels(value: number | null): string {
  return value === null ? '–' : decimal(value, 1)
}
