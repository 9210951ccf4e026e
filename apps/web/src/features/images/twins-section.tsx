import { Anchor, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { Moment } from '../../ui/moment.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import cells from '../../ui/table.module.css'
import { openTwins } from './api.ts'
import { TwinFlag } from './twin-flag.tsx'

const undecided = { standing: 'undecided', is_open: true } as const

/** All images that wait for a choice between several with the same SOP Instance UID, for administrators. */
export function TwinsSection() {
  const { t } = useTranslation()
  const query = useQuery(openTwins)
  const { data } = query
  if (data === undefined) return <QueryFailed title={t('twins.loadFailed')} query={query} />
  if (data.total === 0) return null
  return (
    <Section title={t('twins.waiting', { count: data.total })}>
      <Text c="dimmed" size="sm" mb="sm">
        {t('twins.means')}
      </Text>
      <DataTable
        label={t('twins.waiting', { count: data.total })}
        columns={[
          { title: t('twins.file') },
          { title: t('twins.dataset') },
          { title: t('table.patientID') },
          { title: t('twins.received') },
          { title: t('table.options'), isTitleHidden: true },
        ]}
        rows={data.images.map((image) => (
          <Table.Tr key={image.id}>
            <Table.Td className={cells['text']}>
              <Anchor component={Link} to={`/annotate/${image.id}`} inherit>
                {image.file_name}
              </Anchor>
            </Table.Td>
            <Table.Td className={cells['text']}>{image.dataset.name}</Table.Td>
            <Table.Td>{image.patientID}</Table.Td>
            <Table.Td className={cells['whole']}>
              <Moment at={image.received_at} />
            </Table.Td>
            <Table.Td>
              <TwinFlag id={image.id} twin={undecided} />
            </Table.Td>
          </Table.Tr>
        ))}
      />
    </Section>
  )
}
