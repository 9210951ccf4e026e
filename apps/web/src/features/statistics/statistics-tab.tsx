import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { DatasetStatistics } from '#contract/statistics'

import { Loading } from '../../ui/loading.tsx'
import { amount, count, duration } from '../../i18n/format.ts'
import { EmptyState, NextStep } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import { AgreementSection } from './agreement-section.tsx'
import { statistics } from './api.ts'
import { BarTable } from './bar-table.tsx'
import { FieldSection } from './field-section.tsx'
import classes from './statistics-tab.module.css'

export function StatisticsTab({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const query = useQuery(statistics(datasetId))
  const { data } = query
  if (data === undefined) {
    return query.error === null ? (
      <Group component="output" gap="sm">
        <Loading size="sm" />
        <Text>{t('statistics.crunching')}</Text>
      </Group>
    ) : (
      <QueryFailed title={t('common.loadFailed')} query={query} />
    )
  }
  const categoryTitle = t('statistics.category')
  return (
    <div className={classes['sections']}>
      <Total total={data.total} />
      <Average average={data.average} />
      <Counts
        title={t('statistics.perCategory')}
        columns={[categoryTitle, t('statistics.annotations')]}
        counts={data.categories}
      />
      <Counts
        title={t('statistics.imagesPerCategory')}
        columns={[categoryTitle, t('statistics.images')]}
        counts={data.images_per_category}
      />
      <People users={data.users} />
      {data.fields.map((each) => (
        <FieldSection key={each.field.key} statistics={each} />
      ))}
      <AgreementSection datasetId={datasetId} />
    </div>
  )
}

function Total({ total }: Pick<DatasetStatistics, 'total'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('statistics.total')}>
      <Facts
        facts={[
          [t('statistics.totals.users'), count(total.Users)],
          [t('statistics.totals.images'), count(total.Images)],
          [t('statistics.totals.annotatedImages'), count(total['Annotated Images'])],
          [t('statistics.totals.annotations'), count(total.Annotations)],
          [t('statistics.totals.categories'), count(total.Categories)],
          [t('statistics.totals.timeAnnotating'), duration(total['Time Annotating (s)'])],
        ]}
      />
    </Section>
  )
}

function Average({ average }: Pick<DatasetStatistics, 'average'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('statistics.average')}>
      <Facts
        facts={[
          [t('statistics.averages.width'), amount(average['Image Width (px)'])],
          [t('statistics.averages.height'), amount(average['Image Height (px)'])],
          [t('statistics.averages.area'), amount(average['Annotation Area (px)'])],
          [
            t('statistics.averages.timePerImage'),
            duration(Math.round(average['Time per Image (s)'])),
          ],
          [t('statistics.averages.annotationsPerImage'), amount(average['Annotations per Image'])],
        ]}
      />
    </Section>
  )
}

interface CountsProps {
  title: string
  columns: readonly [name: string, measure: string]
  counts: Readonly<Record<string, number>>
}

function Counts({ title, columns, counts }: CountsProps) {
  const { t } = useTranslation()
  const rows = Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, value]) => ({ name, value, texts: [count(value)] }))
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <EmptyState
          title={t('statistics.noCategories')}
          action={<NextStep to="?tab=settings">{t('statistics.chooseCategories')}</NextStep>}
        />
      ) : (
        <BarTable label={title} columns={columns} rows={rows} full={largest(rows)} />
      )}
    </Section>
  )
}

function People({ users }: Pick<DatasetStatistics, 'users'>) {
  const { t } = useTranslation()
  const rows = Object.entries(users)
    .toSorted(([, a], [, b]) => b.annotations - a.annotations)
    .map(([name, { annotations, images }]) => ({
      name,
      value: annotations,
      texts: [count(images), count(annotations)],
    }))
  const title = t('statistics.perUser')
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <EmptyState
          title={t('statistics.noAnnotations')}
          action={<NextStep to="?tab=images">{t('statistics.openImages')}</NextStep>}
        />
      ) : (
        <BarTable
          label={title}
          columns={[t('statistics.user'), t('statistics.images'), t('statistics.annotations')]}
          rows={rows}
          full={largest(rows)}
        />
      )}
    </Section>
  )
}

function largest(rows: readonly { value: number }[]): number {
  return Math.max(0, ...rows.map(({ value }) => value))
}
