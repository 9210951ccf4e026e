import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Assignment } from '#contract/assignments'

import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconListCheck, IconPlus } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { assignments } from './api.ts'
import { AssignDialog, type Assigned } from './assign-dialog.tsx'
import { type AssignmentParts, AssignmentView } from './assignment-view.tsx'
import { DueDay } from './due-day.tsx'
import { Marks } from './marks.tsx'
import { ProgressBar } from './progress-bar.tsx'

interface AssignmentsTabProps {
  datasetId: number
  /** The filters of the dataset's list, by which images are assigned. */
  filter: NonNullable<Assigned['filter']>
  /** How many images they find. */
  found: number
  parts: AssignmentParts
}

/** The assignments of a dataset, and one of them in full. */
export function AssignmentsTab({ parts, ...list }: AssignmentsTabProps) {
  const [shown, setShown] = useState<number | null>(null)
  if (shown !== null)
    return (
      <AssignmentView
        datasetId={list.datasetId}
        id={shown}
        parts={parts}
        onBack={() => setShown(null)}
      />
    )
  return <AssignmentList {...list} onShow={setShown} />
}

interface AssignmentListProps extends Omit<AssignmentsTabProps, 'parts'> {
  onShow: (id: number) => void
}

function AssignmentList({ datasetId, filter, found, onShow }: AssignmentListProps) {
  const { t } = useTranslation()
  const query = useQuery(assignments(datasetId))
  const [isAdding, setAdding] = useState(false)
  const { data } = query
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('assignments.add')}
    </Button>
  )
  return (
    <Stack gap="md" align="flex-start">
      <QueryFailed title={t('common.loadFailed')} query={query} />
      {data?.length === 0 ? (
        <EmptyState icon={<IconListCheck size={40} />} title={t('assignments.none')} action={add}>
          {t('assignments.noneHint')}
        </EmptyState>
      ) : (
        add
      )}
      {data !== undefined && data.length > 0 && (
        <DataTable
          label={t('assignments.tab')}
          columns={[
            { title: t('assignments.name') },
            { title: t('assignments.due') },
            { title: t('assignments.progress') },
          ]}
          rows={data.map((each) => (
            <AssignmentRow key={each.id} assignment={each} onShow={() => onShow(each.id)} />
          ))}
        />
      )}
      {isAdding && (
        <AssignDialog
          datasetId={datasetId}
          assigned={{ filter }}
          count={found}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  )
}

interface AssignmentRowProps {
  assignment: Assignment
  onShow: () => void
}

function AssignmentRow({ assignment, onShow }: AssignmentRowProps) {
  const { t } = useTranslation()
  const { name, images, closed_at: closedAt } = assignment
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" fw={600} onClick={onShow}>
          {name}
        </Anchor>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('assignments.images', { count: images })}
          </Text>
          <Marks assignment={assignment} />
        </Group>
      </Table.Td>
      <Table.Td>
        <DueDay of={assignment} isClosed={closedAt !== null} />
      </Table.Td>
      <Table.Td>
        <ProgressBar cases={assignment.cases} label={name} />
      </Table.Td>
    </Table.Tr>
  )
}
