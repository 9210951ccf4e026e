import { Anchor, Table, Text } from '@mantine/core'
import { IconMailCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { DeadLetter } from '#contract/outbox'

import { count, inUtc } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { patientNameIn } from '../../i18n/patient-name.ts'
import { useTold } from '../../i18n/told.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import cells from '../../ui/table.module.css'
import { deadLetters, useRequeue } from './api.ts'

/** What could not be sent to other systems for a day, and a button that tries again. */
export function DeadLettersPage() {
  const { t } = useTranslation()
  const query = useQuery(deadLetters)
  const { data } = query
  return (
    <Page title={t('outbox.title')} actions={<RefreshButton query={query} />}>
      <QueryFailed title={t('outbox.loadFailed')} query={query} />
      {data?.length === 0 ? (
        <EmptyState icon={<IconMailCheck size={40} />} title={t('outbox.none')}>
          {t('outbox.hint')}
        </EmptyState>
      ) : (
        <>
          <Text c="dimmed" size="sm" mb="sm">
            {t('outbox.hint')}
          </Text>
          <LetterTable letters={data} />
        </>
      )}
    </Page>
  )
}

function LetterTable({ letters }: { letters: readonly DeadLetter[] | undefined }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const requeue = useRequeue()
  return (
    <DataTable
      label={t('outbox.title')}
      columns={[
        { title: t('outbox.kind') },
        { title: t('outbox.image') },
        { title: t('outbox.posted') },
        { title: t('outbox.tries'), align: 'end' },
        { title: t('outbox.why') },
        { title: t('outbox.requeue'), align: 'centre' },
      ]}
      rows={letters?.map((letter) => (
        <Table.Tr key={letter.id}>
          <Table.Td className={cells['text']}>{told(letter.title)}</Table.Td>
          <Table.Td className={cells['text']}>
            <LetterImage image={letter.image} />
          </Table.Td>
          <Table.Td className={cells['whole']}>{inUtc(letter.posted_at)}</Table.Td>
          <Table.Td className={cells['number']}>{count(letter.tries)}</Table.Td>
          <Table.Td className={cells['text']}>{told(letter.why)}</Table.Td>
          <Table.Td className={cells['centre']}>
            <RowButton
              label={t('outbox.requeueOf', { name: letter.image?.file_name ?? letter.key })}
              busy={requeue.isPending && requeue.variables.params.id === letter.id}
              onClick={() => requeue.mutate({ params: { id: letter.id } })}
            >
              <IconRefresh size={16} />
            </RowButton>
          </Table.Td>
        </Table.Tr>
      ))}
    />
  )
}

/** The image that a letter is about, and its patient. */
function LetterImage({ image }: Pick<DeadLetter, 'image'>) {
  const { t } = useTranslation()
  if (image === null) return <Text c="dimmed">{t('outbox.imageGone')}</Text>
  const patient = [image.patientID, patientNameIn(currentLanguage(), image)]
  return (
    <>
      <Anchor component={Link} to={`/annotate/${image.id}`} size="sm">
        {image.file_name}
      </Anchor>
      <Text size="sm" c="dimmed">
        {patient.filter((part) => part !== '').join(' ')}
      </Text>
    </>
  )
}
