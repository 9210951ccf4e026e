import { Button, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import { chooseOrder } from '#contract/mics'

import { Loading } from '../../ui/loading.tsx'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import cells from '../../ui/table.module.css'
import { ordersOf } from './api.ts'

/** The orders for an image's patient and day, to choose one from. */
export function OrdersView({ image, onChosen }: { image: Image; onChosen: () => void }) {
  const { t } = useTranslation()
  const query = useQuery(ordersOf(image.id))
  const choose = useCall(chooseOrder, {
    title: t('mics.orders'),
    invalidates: [['dataset', image.dataset_id]],
  })
  const { data } = query
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('mics.ordersOf', {
          patient: image.patientID || t('mics.unknown'),
          day: image.studyDate || t('mics.unknown'),
        })}
      </Text>
      <QueryFailed title={t('mics.ordersFailed')} query={query} />
      {query.isPending && <Loading size="sm" />}
      {data?.length === 0 && (
        <EmptyState title={t('mics.noOrders')}>{t('mics.noOrdersHint')}</EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <DataTable
          label={t('mics.orders')}
          columns={[
            { title: t('table.columns.orderID') },
            { title: t('mics.department') },
            { title: t('table.columns.studyDate') },
            { title: t('mics.choose'), align: 'centre' },
          ]}
          rows={data.map(({ ordSeq, department, date }) => (
            <Table.Tr key={ordSeq}>
              <Table.Td className={cells['text']}>{ordSeq}</Table.Td>
              <Table.Td className={cells['text']}>{department}</Table.Td>
              <Table.Td className={cells['whole']}>{date}</Table.Td>
              <Table.Td className={cells['centre']}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('mics.chooseOne', { order: ordSeq })}
                  loading={choose.isPending}
                  onClick={() =>
                    choose.mutate(
                      { params: { id: image.id }, body: { ordSeq } },
                      { onSuccess: onChosen },
                    )
                  }
                >
                  {t('mics.choose')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        />
      )}
    </Stack>
  )
}
