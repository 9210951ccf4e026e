import { Alert, Anchor, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { mostReported, type PatientReport } from '#contract/reports'
import { describeDoubt, describePatient, statementOfAll } from '#report/eye'
import { fill } from '#report/language'
import { trendsOf } from '#report/trends'
import { visitsOf } from '#report/visits'

import { CallError } from '../../api/call-error.ts'
import { useShowCurrentDataset } from '../../api/current-dataset.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExampleMark } from '../../ui/example-mark.tsx'
import { IconAlertTriangle } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { coursePdfAddress, patientReport, useLiveReport } from './api.ts'
import { Pairs } from './pairs.tsx'
import { PdfMenu } from './pdf-menu.tsx'
import type { CourseParts } from './report-parts.ts'
import classes from './report.module.css'
import { ToRead } from './to-read.tsx'
import { TrendsSection } from './trends-section.tsx'
import { useWriting } from './use-writing.ts'
import { VisitCard } from './visit-card.tsx'

/** The results of a patient's visits in one dataset, for both eyes. */
export function PatientPage({ imageId, parts }: { imageId: number; parts: CourseParts }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(patientReport(imageId))
  useLiveReport(data?.dataset.id)
  useShowCurrentDataset(data && { ...data.dataset, rights: data.rights })
  const isMissing = error instanceof CallError && error.status === 404
  return (
    <Page
      title={t('report.overTime')}
      aside={data?.dataset.example === true && <ExampleMark />}
      actions={
        <Group gap="sm">
          <Anchor component={Link} to={`/report/${imageId}`}>
            {t('report.open')}
          </Anchor>
          <PdfMenu addressOf={(language) => coursePdfAddress(imageId, language)} />
        </Group>
      }
    >
      {data === undefined && error === null && <Skeleton height={400} />}
      {data === undefined && isMissing && <EmptyState title={t('report.notFound')} />}
      {data === undefined && error !== null && !isMissing && (
        <LoadFailed title={t('report.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Course imageId={imageId} data={data} parts={parts} />}
    </Page>
  )
}

interface CourseProps {
  imageId: number
  data: PatientReport
  parts: CourseParts
}

function Course({ imageId, data: { dataset, patient, reports, images }, parts }: CourseProps) {
  const writing = useWriting()
  const { course: words } = writing.words.report
  const visits = visitsOf(reports)
  const doubt = describeDoubt(patient, writing)
  const shown = { shown: mostReported, total: images }
  return (
    <div className={classes['report']}>
      <Pairs as="strip" facts={describePatient(patient, writing)} />
      {patient.id.trim() === '' && <Text size="sm">{words.noId}</Text>}
      {doubt !== '' && (
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {doubt}
        </Alert>
      )}
      <Text size="sm" fw={600}>
        {statementOfAll(reports, writing)}
      </Text>
      <ToRead reports={reports} />
      <TrendsSection trends={trendsOf(visits, writing)} />
      <Section title={words.visits}>
        {images > reports.length && (
          <Text size="sm" mb="sm">
            {fill(words.truncated, shown)}
          </Text>
        )}
        {visits.map((visit) => (
          <VisitCard
            key={
              visit.day ??
              `image ${visit.others[0]?.image.id ?? visit.right?.image.id ?? visit.left?.image.id}`
            }
            visit={visit}
            parts={parts}
          />
        ))}
      </Section>
      <parts.PatientDocuments image={{ id: imageId, dataset_id: dataset.id }} />
    </div>
  )
}
