import { Alert, Anchor, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { mostReported, type PatientReport } from '#contract/reports'
import { describeDoubt, describePatient } from '#report/eye'
import { trendsOf, visitsOf } from '#report/visits'

import { CallError } from '../../api/call-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { patientReport, useLiveReport } from './api.ts'
import { Pairs } from './pairs.tsx'
import classes from './report.module.css'
import { TrendChart } from './trend-chart.tsx'
import { useWriting } from './use-writing.ts'
import { VisitCard } from './visit-card.tsx'

/** The results of a patient's visits, of both eyes, in one dataset. */
export function PatientPage({ imageId }: { imageId: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(patientReport(imageId))
  useLiveReport(data?.dataset.id)
  const isMissing = error instanceof CallError && error.status === 404
  return (
    <Page
      title={t('report.overTime')}
      actions={
        <Anchor component={Link} to={`/report/${imageId}`}>
          {t('report.open')}
        </Anchor>
      }
    >
      {data === undefined && error === null && <Skeleton height={400} />}
      {data === undefined && isMissing && <EmptyState icon={null} title={t('report.notFound')} />}
      {data === undefined && error !== null && !isMissing && (
        <LoadFailed title={t('report.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Course data={data} />}
    </Page>
  )
}

function Course({ data: { patient, reports, images } }: { data: PatientReport }) {
  const { t } = useTranslation()
  const writing = useWriting()
  const visits = visitsOf(reports)
  const trends = trendsOf(visits, writing)
  const doubt = describeDoubt(patient, writing)
  const shown = { shown: mostReported, total: images }
  return (
    <div className={classes['report']}>
      <Pairs as="strip" facts={describePatient(patient, writing)} />
      {patient.id.trim() === '' && <Text size="sm">{t('report.noId')}</Text>}
      {doubt !== '' && (
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {doubt}
        </Alert>
      )}
      <Text size="sm" fw={600}>
        {writing.words.needsConfirmation}
      </Text>
      <Section title={t('report.trends.title')}>
        {trends.length === 0 ? (
          <Text size="sm">{t('report.trends.none')}</Text>
        ) : (
          <>
            <Text size="sm">{t('report.trends.right')}</Text>
            <Text size="sm">{t('report.trends.left')}</Text>
            <Text size="xs" c="dimmed" mb="sm">
              {t('report.trends.bars')}
            </Text>
            <div className={classes['trends']}>
              {trends.map((trend) => (
                <TrendChart key={trend.key} trend={trend} />
              ))}
            </div>
          </>
        )}
      </Section>
      <Section title={t('report.visits')}>
        {images > reports.length && (
          <Text size="sm" mb="sm">
            {t('report.truncated', shown)}
          </Text>
        )}
        {visits.map((visit) => (
          <VisitCard
            key={
              visit.day ??
              `image ${visit.others[0]?.image.id ?? visit.right?.image.id ?? visit.left?.image.id}`
            }
            visit={visit}
          />
        ))}
      </Section>
    </div>
  )
}
