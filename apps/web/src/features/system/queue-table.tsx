import { Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { SystemState } from '#contract/system'

import { count } from '../../i18n/format.ts'
import { useTold } from '../../i18n/told.ts'
import { DataTable } from '../../ui/data-table.tsx'
import cells from '../../ui/table.module.css'
import classes from './system-page.module.css'

const states = ['queued', 'running', 'succeeded', 'failed'] as const

export function QueueTable({ queue }: { queue: SystemState['queue'] }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const groups = [...Map.groupBy(queue, (row) => told(row.group_told))]
  return (
    <section className={classes['whole']}>
      <Title order={2}>{t('system.queue')}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t(queue.length === 0 ? 'system.noTasks' : 'system.queueHint')}
      </Text>
      {queue.length > 0 && (
        <DataTable
          label={t('system.queue')}
          columns={[
            { title: t('system.kind') },
            ...states.map((state) => ({ title: t(`system.${state}`), align: 'end' as const })),
          ]}
          rows={groups.map(([group, kinds]) => (
            <Table.Tr key={group}>
              <Table.Td className={cells['text']}>{group}</Table.Td>
              {states.map((state) => (
                <Table.Td key={state} className={cells['number']}>
                  {count(kinds.reduce((sum, kind) => sum + kind[state], 0))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        />
      )}
    </section>
  )
}
