import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { DicomReceiver, DicomSender } from '#contract/pacs'

import { count } from '../../i18n/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { Moment } from '../../ui/moment.tsx'
import { useTold } from '../../i18n/told.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Section } from '../../ui/section.tsx'
import cells from '../../ui/table.module.css'
import { useConfirm } from '../../ui/dialogs.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { receiverState, useRemoveSender } from './api.ts'
import { StationDialog } from './station-dialog.tsx'

/** The DICOM receiver: its address, the permitted stations, refused objects, and twins. */
export function ReceiverPage({ twins }: { twins: ReactNode }) {
  const { t } = useTranslation()
  const query = useQuery(receiverState)
  const [isAdding, setIsAdding] = useOpened('station')
  const { data } = query
  return (
    <Page title={t('pacs.receiver')} actions={<RefreshButton query={query} />}>
      <QueryFailed title={t('pacs.receiverFailed')} query={query} />
      <Stack gap="lg">
        {data !== undefined && <ReceiverState receiver={data} />}
        <Section title={t('pacs.stations')}>
          <Text c="dimmed" size="sm" mb="sm">
            {t('pacs.stationsHint')}
          </Text>
          {data?.senders.length === 0 ? (
            <EmptyState title={t('pacs.noStations')} />
          ) : (
            <StationTable stations={data?.senders} />
          )}
          <Button
            mt="md"
            leftSection={<IconPlus size={16} />}
            onClick={() => setIsAdding(true)}
            disabled={data === undefined}
          >
            {t('pacs.addStation')}
          </Button>
        </Section>
        {data !== undefined && data.refused.length > 0 && <RefusedTable refused={data.refused} />}
        {twins}
      </Stack>
      {isAdding && <StationDialog onClose={() => setIsAdding(false)} />}
    </Page>
  )
}

function ReceiverState({ receiver }: { receiver: DicomReceiver }) {
  const { t } = useTranslation()
  const { ae_title: title, host, port, waiting } = receiver
  if (port === null) return <Alert color="yellow">{t('pacs.notListening')}</Alert>
  return (
    <Section title={t('pacs.address')}>
      <Facts
        facts={[
          [t('pacs.aeTitle'), title],
          [t('pacs.host'), host],
          [t('pacs.port'), String(port)],
          [t('pacs.waiting'), count(waiting)],
        ]}
      />
    </Section>
  )
}

function StationTable({ stations }: { stations: readonly DicomSender[] | undefined }) {
  const { t } = useTranslation()
  const remove = useRemoveSender()
  const confirm = useConfirm()
  const ask = ({ id, ae_title: title }: DicomSender) =>
    confirm({
      title: t('pacs.removeTitle', { title }),
      lines: [t('pacs.removeMeans')],
      confirm: t('pacs.removeStation'),
      onConfirm: () => remove.mutate({ params: { id } }),
    })
  return (
    <DataTable
      label={t('pacs.stations')}
      columns={[
        { title: t('pacs.stationTitle') },
        { title: t('pacs.stationAddress') },
        { title: t('pacs.dataset') },
        { title: t('pacs.removeStation'), align: 'centre' },
      ]}
      rows={stations?.map((station) => (
        <Table.Tr key={station.id}>
          <Table.Td className={cells['text']}>{station.ae_title}</Table.Td>
          <Table.Td className={cells['whole']}>{station.address}</Table.Td>
          <Table.Td className={cells['text']}>{station.dataset.name}</Table.Td>
          <Table.Td className={cells['centre']}>
            <RowButton
              label={t('pacs.removeOf', { title: station.ae_title })}
              onClick={() => ask(station)}
            >
              <IconTrash size={16} />
            </RowButton>
          </Table.Td>
        </Table.Tr>
      ))}
    />
  )
}

function RefusedTable({ refused }: { refused: DicomReceiver['refused'] }) {
  const { t } = useTranslation()
  const { told } = useTold()
  return (
    <Section title={t('pacs.refused')}>
      <Text c="dimmed" size="sm" mb="sm">
        {t('pacs.refusedHint')}
      </Text>
      <DataTable
        label={t('pacs.refused')}
        columns={[
          { title: t('pacs.receivedAt') },
          { title: t('pacs.stationTitle') },
          { title: t('pacs.dataset') },
          { title: t('pacs.reason') },
          { title: t('pacs.instance') },
        ]}
        rows={refused.map((object) => (
          <Table.Tr key={object.id}>
            <Table.Td className={cells['whole']}>
              <Moment at={object.received_at} />
            </Table.Td>
            <Table.Td className={cells['text']}>{object.ae_title}</Table.Td>
            <Table.Td className={cells['text']}>{object.dataset}</Table.Td>
            <Table.Td className={cells['text']}>{told(object)}</Table.Td>
            <Table.Td className={cells['text']}>{object.sop_instance_uid}</Table.Td>
          </Table.Tr>
        ))}
      />
    </Section>
  )
}
