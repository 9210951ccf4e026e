import { Anchor, Badge, Group, Select, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import {
  type AssignedCase,
  type Assignment,
  type ItemState,
  itemStates,
} from '#contract/assignments'

import { DataTable } from '../../ui/data-table.tsx'
import { IconArrowBackUp } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Paging } from '../../ui/paging.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { cases, useHandBack } from './api.ts'
import { NoteDialog } from './note-dialog.tsx'

interface CaseTableProps {
  datasetId: number
  assignment: Assignment
}

/** The cases of an assignment, page by page, to look at and to hand back. */
export function CaseTable({ datasetId, assignment }: CaseTableProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<ItemState | undefined>(undefined)
  const [page, setPage] = useState(1)
  const [returned, setReturned] = useState<AssignedCase | null>(null)
  const query = useQuery(cases(datasetId, assignment.id, { page, state }))
  const { data } = query
  const mayHandBack = assignment.closed_at === null
  return (
    <Stack gap="sm">
      <Select
        aria-label={t('assignments.state')}
        placeholder={t('assignments.allStates')}
        data={itemStates.map((value) => ({ value, label: t(`assignments.states.${value}`) }))}
        value={state ?? null}
        clearable
        w="14rem"
        onChange={(chosen) => {
          setState(itemStates.find((each) => each === chosen))
          setPage(1)
        }}
      />
      <QueryFailed title={t('common.loadFailed')} query={query} />
      <DataTable
        label={t('assignments.cases')}
        columns={[
          { title: t('assignments.reader') },
          { title: t('assignments.caseNumber'), align: 'end' },
          { title: t('assignments.file') },
          { title: t('assignments.state') },
          { title: t('assignments.since') },
          { title: t('assignments.handBack'), isTitleHidden: true },
        ]}
        rows={data?.cases.map((each) => (
          <CaseRow
            key={each.id}
            row={each}
            onHandBack={mayHandBack && isFinished(each) ? () => setReturned(each) : undefined}
          />
        ))}
      />
      {data !== undefined && (
        <Paging
          page={data.pagination.page}
          pages={data.pagination.pages}
          label={t('assignments.cases')}
          onChange={setPage}
        />
      )}
      {returned !== null && (
        <HandBack
          datasetId={datasetId}
          assignmentId={assignment.id}
          row={returned}
          onClose={() => setReturned(null)}
        />
      )}
    </Stack>
  )
}

function isFinished({ state }: AssignedCase): boolean {
  return state === 'submitted' || state === 'referred'
}

const colours = { open: 'gray', paused: 'gray', referred: 'orange', submitted: 'lagoon' } as const

interface CaseRowProps {
  row: AssignedCase
  onHandBack: (() => void) | undefined
}

function CaseRow({ row, onHandBack }: CaseRowProps) {
  const { t } = useTranslation()
  const { reader, position, round, state, note, changed_at: changedAt } = row
  return (
    <Table.Tr>
      <Table.Td>{reader}</Table.Td>
      <Table.Td ta="end">
        {position}
        {round === 2 && (
          <Badge variant="light" color="gray" ml={6}>
            {t('assignments.again')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/annotate/${row.read_image_id ?? row.image_id}`} size="sm">
          {row.file_name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Badge variant="light" color={colours[state]}>
            {t(`assignments.states.${state}`)}
          </Badge>
          {note !== '' && <Text size="sm">{note}</Text>}
        </Group>
      </Table.Td>
      <Table.Td>{changedAt !== null && <Moment at={changedAt} />}</Table.Td>
      <Table.Td>
        {onHandBack !== undefined && (
          <RowButton label={t('assignments.handBackOf', { reader, position })} onClick={onHandBack}>
            <IconArrowBackUp size={16} />
          </RowButton>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

interface HandBackProps {
  datasetId: number
  assignmentId: number
  row: AssignedCase
  onClose: () => void
}

function HandBack({ datasetId, assignmentId, row, onClose }: HandBackProps) {
  const { t } = useTranslation()
  const handBack = useHandBack(datasetId)
  const params = { id: datasetId, assignment: assignmentId, case: row.id }
  return (
    <NoteDialog
      title={t('assignments.handBackTitle')}
      hint={t('assignments.handBackHint', { reader: row.reader })}
      label={t('assignments.handBackWhy')}
      submit={t('assignments.handBackSubmit')}
      busy={handBack.isPending}
      onSubmit={(note) => handBack.mutate({ params, body: { note } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
