import { Button, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { AdjudicationWork } from '#contract/adjudication'

import { count } from '../../i18n/format.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { adjudications, pageOfImage } from './api.ts'

/** In the order of what is to be done. */
const shownStates = ['differs', 'settled', 'agreed', 'reading'] as const

/** The assignments that the viewer adjudicates; something else if there are none. */
export function AdjudicationList({ otherwise }: { otherwise: ReactNode }) {
  const { t } = useTranslation()
  const { data } = useQuery(adjudications)
  if (data === undefined) return null
  if (data.length === 0) return otherwise
  return (
    <section aria-label={t('adjudication.mine')}>
      <Title order={2} size="h3" mt="xl" mb="sm">
        {t('adjudication.mine')}
      </Title>
      <DataTable
        label={t('adjudication.mine')}
        columns={[
          { title: t('assignments.work') },
          ...shownStates.map((state) => ({
            title: t(`adjudication.states.${state}`),
            align: 'end' as const,
          })),
          { title: t('assignments.continue'), isTitleHidden: true },
        ]}
        rows={data.map((each) => (
          <WorkRow key={each.assignment_id} work={each} />
        ))}
      />
    </section>
  )
}

function WorkRow({ work }: { work: AdjudicationWork }) {
  const { t } = useTranslation()
  const { name, images, next_image_id: next } = work
  const place = { datasetId: work.dataset_id, assignmentId: work.assignment_id }
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
      </Table.Td>
      {shownStates.map((state) => (
        <Table.Td key={state} ta="end">
          {count(images[state])}
        </Table.Td>
      ))}
      <Table.Td>
        {next !== null && (
          <Button
            component={Link}
            to={pageOfImage(place, next)}
            aria-label={t('assignments.continueWith', { name })}
          >
            {t('adjudication.continue')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
