import { Anchor, Button, Group, Stack, Table, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { AssignedReader, Assignment } from '#contract/assignments'

import { DataTable } from '../../ui/data-table.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { IconChevronLeft, IconDownload, IconLock } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Moment } from '../../ui/moment.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { assignment as assignmentQuery, fieldsOfDataset, gradesAddress, useClose } from './api.ts'
import { CaseTable } from './case-table.tsx'
import { DueDay } from './due-day.tsx'
import { Marks } from './marks.tsx'
import { ProgressBar } from './progress-bar.tsx'

/** Parts of an assignment that another feature makes. */
export interface AssignmentParts {
  AssignedImages: ComponentType<{
    datasetId: number
    assignment: Assignment
    firstField: string | undefined
  }>
  AgreementPart: ComponentType<{
    datasetId: number
    assignment: Assignment
    onShowDiffering: (key: string) => void
  }>
}

interface AssignmentViewProps {
  datasetId: number
  id: number
  parts: AssignmentParts
  onBack: () => void
}

/** How far each reader of an assignment is, and its cases. */
export function AssignmentView({ datasetId, id, parts, onBack }: AssignmentViewProps) {
  const { AssignedImages, AgreementPart } = parts
  const { t } = useTranslation()
  const [tab, setTab] = useState<string | null>('cases')
  const [firstField, setFirstField] = useState<string | undefined>(undefined)
  const showDiffering = (key: string) => {
    setFirstField(key)
    setTab('images')
  }
  const query = useQuery(assignmentQuery(datasetId, id))
  const { data } = query
  return (
    <Stack gap="md">
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        <Group gap={4}>
          <IconChevronLeft size={16} />
          {t('assignments.back')}
        </Group>
      </Anchor>
      <QueryFailed title={t('common.loadFailed')} query={query} />
      {data !== undefined && (
        <>
          <Heading datasetId={datasetId} assignment={data.assignment} />
          <DataTable
            label={t('assignments.readers')}
            columns={[
              { title: t('assignments.reader') },
              { title: t('assignments.progress') },
              { title: t('assignments.states.referred'), align: 'end' },
              { title: t('assignments.states.paused'), align: 'end' },
              { title: t('assignments.lastAt') },
            ]}
            rows={data.readers.map((reader) => (
              <ReaderRow key={reader.username} reader={reader} of={data.assignment} />
            ))}
          />
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={(next) => {
              setFirstField(undefined)
              setTab(next)
            }}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="cases">{t('assignments.cases')}</Tabs.Tab>
              <Tabs.Tab value="images">{t('assignments.imagesTab')}</Tabs.Tab>
              <Tabs.Tab value="agreement">{t('assignments.agreement')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="cases">
              <CaseTable datasetId={datasetId} assignment={data.assignment} />
            </Tabs.Panel>
            <Tabs.Panel value="images">
              <AssignedImages
                datasetId={datasetId}
                assignment={data.assignment}
                firstField={firstField}
              />
            </Tabs.Panel>
            <Tabs.Panel value="agreement">
              <AgreementPart
                datasetId={datasetId}
                assignment={data.assignment}
                onShowDiffering={showDiffering}
              />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Stack>
  )
}

function Heading({ datasetId, assignment }: { datasetId: number; assignment: Assignment }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const close = useClose(datasetId)
  const { id, name, blinded, seed, images, instructions, closed_at: closedAt } = assignment
  const ask = () =>
    confirm({
      title: t('assignments.closeTitle'),
      lines: [t('assignments.closeLines'), ...(blinded ? [t('assignments.closeBlinded')] : [])],
      confirm: t('assignments.closeSubmit'),
      onConfirm: () => close.mutate({ params: { id: datasetId, assignment: id } }),
    })
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Title order={2}>{name}</Title>
        <Marks assignment={assignment} />
      </Group>
      <Group gap="md">
        <Text size="sm" c="dimmed">
          {t('assignments.images', { count: images })} · {t('assignments.seed', { seed })}
        </Text>
        <DueDay of={assignment} isClosed={closedAt !== null} />
        {assignment.adjudicators.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('assignments.settledBy', { names: assignment.adjudicators.join(', ') })}
          </Text>
        )}
      </Group>
      <Asked datasetId={datasetId} assignment={assignment} />
      {instructions !== '' && <Text size="sm">{instructions}</Text>}
      <Group gap="xs">
        <Button
          component="a"
          href={gradesAddress(datasetId, id)}
          download
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {t('assignments.export')}
        </Button>
        {closedAt === null && (
          <Button
            variant="default"
            leftSection={<IconLock size={16} />}
            loading={close.isPending}
            onClick={ask}
          >
            {t('assignments.close')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** The fields that the readers answer, and what else is asked of them. */
function Asked({ datasetId, assignment }: { datasetId: number; assignment: Assignment }) {
  const { t } = useTranslation()
  const { data } = useQuery(fieldsOfDataset(datasetId))
  if (data === undefined) return null
  const parts = [
    ...data.fields.flatMap(({ field }) =>
      assignment.fields.includes(field.key) ? [field.words[currentLanguage()]] : [],
    ),
    ...(assignment.outlines ? [t('assignments.outlinesPart')] : []),
    ...(assignment.confirmation ? [t('assignments.confirmationPart')] : []),
  ]
  return <Text size="sm">{t('assignments.asked', { parts: parts.join(' · ') })}</Text>
}

function ReaderRow({ reader, of }: { reader: AssignedReader; of: Assignment }) {
  const { username, name, cases, last_at: lastAt } = reader
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{username}</Text>
        {name !== '' && (
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <ProgressBar cases={cases} label={username} />
          <DueDay of={{ due_on: of.due_on, cases }} isClosed={of.closed_at !== null} />
        </Group>
      </Table.Td>
      <Table.Td ta="end">{cases.referred}</Table.Td>
      <Table.Td ta="end">{cases.paused}</Table.Td>
      <Table.Td>{lastAt !== null && <Moment at={lastAt} />}</Table.Td>
    </Table.Tr>
  )
}
