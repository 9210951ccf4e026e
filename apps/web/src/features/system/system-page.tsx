import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { SystemState } from '#contract/system'

import { count, duration, fileSize } from '../../i18n/format.ts'
import { Facts } from '../../ui/facts.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Place } from '../../ui/place.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { Section } from '../../ui/section.tsx'
import { systemState } from './api.ts'
import { BackupSection } from './backup-section.tsx'
import { DataCheckSection } from './data-check-section.tsx'
import { QueueTable } from './queue-table.tsx'
import { ReadinessSection } from './readiness-section.tsx'
import { StorageSection } from './storage-section.tsx'
import classes from './system-page.module.css'

export function SystemPage() {
  const { t } = useTranslation()
  const query = useQuery(systemState)
  const { data, error } = query
  return (
    <Page title={t('system.title')} actions={<RefreshButton query={query} />}>
      <QueryFailed title={t('system.loadFailed')} query={query} />
      <div className={classes['sections']}>
        {data === undefined && error === null && <SectionSkeletons />}
        {data !== undefined && <Sections state={data} />}
      </div>
    </Page>
  )
}

function Sections({ state }: { state: SystemState }) {
  const { t } = useTranslation()
  const { versions, database, counts, queue } = state
  return (
    <>
      <Section title={t('system.server')}>
        <Facts
          facts={[
            [t('system.product'), versions.product],
            [t('system.node'), versions.node],
            [t('system.postgres'), versions.postgres],
            [t('system.uptime'), duration(state.uptime_seconds)],
            [t('system.memory'), fileSize(state.memory_bytes)],
          ]}
        />
      </Section>
      <ReadinessSection readiness={state.readiness} />
      <StorageSection storage={state.storage} />
      <Place name="backup">
        <BackupSection backup={state.backup} />
      </Place>
      <DataCheckSection check={state.data_check} />
      <Section title={t('system.database')}>
        <Facts
          facts={[
            [t('system.size'), fileSize(database.bytes)],
            [t('system.connections'), count(database.connections)],
            [t('system.migrations'), count(database.migrations.length)],
            [t('system.newestMigration'), database.migrations.at(-1) ?? ''],
          ]}
        />
      </Section>
      <Section title={t('system.counts')}>
        <Facts
          facts={[
            [t('system.users'), count(counts.users)],
            [t('system.datasets'), count(counts.datasets)],
            [t('system.imageCount'), count(counts.images)],
            [t('system.annotations'), count(counts.annotations)],
          ]}
        />
      </Section>
      <QueueTable queue={queue} />
    </>
  )
}

function SectionSkeletons() {
  return [0, 1, 2, 3, 4].map((number) => <Skeleton key={number} height={190} aria-hidden />)
}
