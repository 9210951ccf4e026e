import { Badge, Button, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Work } from '#contract/assignments'

import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState, NextStep } from '../../ui/empty-state.tsx'
import { IconListCheck } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { progressOf, work } from './api.ts'
import { DueDay } from './due-day.tsx'
import { ProgressBar } from './progress-bar.tsx'

interface WorkPageProps {
  parts: { AdjudicationList: ComponentType<{ otherwise: ReactNode }> }
}

/** The assignments that the viewer reads, and those to adjudicate. */
export function WorkPage({ parts: { AdjudicationList } }: WorkPageProps) {
  const { t } = useTranslation()
  const query = useQuery(work)
  const { data } = query
  return (
    <Page title={t('assignments.myWork')}>
      <QueryFailed title={t('assignments.workFailed')} query={query} />
      {(data === undefined ? query.error === null : data.length > 0) && (
        <DataTable
          label={t('assignments.myWork')}
          columns={[
            { title: t('assignments.work') },
            { title: t('assignments.due') },
            { title: t('assignments.progress') },
            { title: t('assignments.continue'), isTitleHidden: true },
          ]}
          rows={data?.map((each) => (
            <WorkRow key={each.id} work={each} />
          ))}
        />
      )}
      <AdjudicationList otherwise={data?.length === 0 && <NoWork />} />
    </Page>
  )
}

function NoWork() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconListCheck size={40} />}
      title={t('assignments.noWork')}
      action={<NextStep to="/">{t('shell.toMyImages')}</NextStep>}
    >
      {t('assignments.noWorkHint')}
    </EmptyState>
  )
}

function WorkRow({ work: { name, instructions, ...row } }: { work: Work }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
        {instructions !== '' && (
          <Text size="sm" c="dimmed" lineClamp={2} maw="40rem">
            {instructions}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <DueDay of={row} isClosed={row.closed} />
      </Table.Td>
      <Table.Td>
        <ProgressBar cases={row.cases} label={name} />
      </Table.Td>
      <Table.Td>
        <GoOn name={name} row={row} />
      </Table.Td>
    </Table.Tr>
  )
}

function GoOn({ name, row }: { name: string; row: Omit<Work, 'name' | 'instructions'> }) {
  const { t } = useTranslation()
  const { done, total } = progressOf(row.cases)
  if (row.scored && done === total) {
    return (
      <Button component={Link} to={`/work/${row.id}/score`} variant="default">
        {t('assignments.score')}
      </Button>
    )
  }
  if (row.closed) {
    return (
      <Badge variant="light" color="gray">
        {t('assignments.closed')}
      </Badge>
    )
  }
  if (row.next_image_id !== null) {
    return (
      <Button
        component={Link}
        to={`/annotate/${row.next_image_id}`}
        aria-label={t('assignments.continueWith', { name })}
      >
        {t('assignments.continue')}
      </Button>
    )
  }
  return done === total ? <Text size="sm">{t('assignments.allRead')}</Text> : null
}
