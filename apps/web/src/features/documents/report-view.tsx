import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { ReportItem } from '#contract/documents'

import { Loading } from '../../ui/loading.tsx'
import { hasFailed, QueryFailed } from '../../ui/load-failed.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { reportContentOf } from './api.ts'
import classes from './report-view.module.css'

/** A structured report as a nested list. */
export function ReportView({ id }: { id: number }) {
  const { t } = useTranslation()
  const query = useQuery(reportContentOf(id))
  if (hasFailed(query)) return <QueryFailed title={t('documents.reportFailed')} query={query} />
  if (query.data === undefined) return <Loading />
  const { root, isComplete, isVerified, observers } = query.data
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge variant="light" color={isVerified ? 'green' : 'yellow'}>
          {t(isVerified ? 'documents.verified' : 'documents.unverified')}
        </Badge>
        {!isComplete && (
          <Badge variant="light" color="yellow">
            {t('documents.partial')}
          </Badge>
        )}
        {observers.length > 0 && (
          <Text size="sm">{t('documents.verifiedBy', { names: observers.join(', ') })}</Text>
        )}
      </Group>
      <ScrollRegion label={t('documents.kinds.report')} className={classes['report']}>
        <Item item={root} />
      </ScrollRegion>
    </Stack>
  )
}

function Item({ item: { name, value, items } }: { item: ReportItem }) {
  return (
    <>
      <p className={classes['line']}>
        {name !== '' && <span className={classes['name']}>{value === '' ? name : `${name}:`}</span>}
        {value}
      </p>
      {items.length > 0 && (
        <ul className={classes['items']}>
          {items.map((item) => (
            <li key={item.position}>
              <Item item={item} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
