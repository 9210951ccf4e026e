import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { EyeReport, ImageReport } from '#contract/reports'
import { describedKind } from '#contract/results/kinds'
import { requestAnalysis } from '#contract/analysis'
import { describeDoubt, describeEye, describePatient, eyeName, rightFirst } from '#report/eye'
import { measuredEye } from '#report/measures'

import { CallError } from '../../api/call-error.ts'
import { useShowCurrentDataset } from '../../api/current-dataset.ts'
import { useMay } from '../../api/rights.ts'
import { useRequestAnalysis } from '../../api/use-request-analysis.ts'
import { useServerInfo } from '../../api/viewer.ts'
import { useLocalised } from '../../i18n/localised.ts'
import { useTold } from '../../i18n/told.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExampleMark } from '../../ui/example-mark.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconAlertTriangle, IconChartLine, IconFileText, IconPencil } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { imageReport, pdfAddress, photographAddress, useLiveReport, useLiveValues } from './api.ts'
import { EyePicture } from './eye-picture.tsx'
import { MeasureTable } from './measure-table.tsx'
import classes from './report.module.css'
import { Pairs } from './pairs.tsx'
import { PdfMenu } from './pdf-menu.tsx'
import type { ReportParts } from './report-parts.ts'
import { ReviewSection } from './review-section.tsx'
import { Risk } from './risk-section.tsx'
import { StatedSection } from './stated-section.tsx'
import { Statement, StateBanner } from './statements.tsx'
import { useWriting } from './use-writing.ts'

interface ReportPageProps {
  imageId: number
  parts: ReportParts
}

/** The report of an image for clinicians: the photograph first. */
export function ReportPage({ imageId, parts }: ReportPageProps) {
  const { t } = useTranslation()
  const { words } = useWriting()
  const { data, error, refetch } = useQuery(imageReport(imageId))
  useLiveReport(data?.dataset.id)
  useShowCurrentDataset(data && { ...data.dataset, rights: data.rights })
  useLiveValues(imageId)
  const title = words.report.title
  if (data === undefined) {
    return (
      <Page title={title}>
        {error === null ? (
          <Skeleton height={400} />
        ) : error instanceof CallError && error.status === 404 ? (
          <EmptyState icon={null} title={t('report.notFound')} />
        ) : (
          <LoadFailed title={t('report.loadFailed')} error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={title}
      aside={data.dataset.example && <ExampleMark />}
      actions={<Actions data={data} parts={parts} />}
    >
      <Report data={data} parts={parts} />
    </Page>
  )
}

function Actions({
  data: { report, images, dataset },
  parts,
}: {
  data: ImageReport
  parts: ReportParts
}) {
  const { t } = useTranslation()
  const { id } = report.image
  return (
    <Group gap="xs" className={classes['actions']}>
      {images > 1 && (
        <Button
          component={Link}
          to={`/report/${id}/patient`}
          variant="default"
          leftSection={<IconChartLine size={16} />}
        >
          {t('report.overTime')}
        </Button>
      )}
      <Button
        component={Link}
        to={`/report/${id}/handout`}
        variant="default"
        leftSection={<IconFileText size={16} />}
      >
        {t('report.handout.open')}
      </Button>
      <Button
        component={Link}
        to={`/annotate/${id}`}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {t('report.annotate')}
      </Button>
      <parts.PatientDataButton image={subjectOf(report, dataset)} look="action" />
      <PdfMenu addressOf={(language) => pdfAddress(id, language)} />
    </Group>
  )
}

function Report({ data, parts }: { data: ImageReport; parts: ReportParts }) {
  const localised = useLocalised()
  const writing = useWriting()
  const { info } = useServerInfo()
  const { report, fellow, patient } = data
  const text = describeEye(report, writing, `${info.name} ${info.git.tag}`)
  const { report: words } = writing.words
  const warnings = [describeDoubt(patient, writing), ...text.warnings].filter((each) => each !== '')
  const eyes = [report, ...(fellow === null ? [] : [fellow])].toSorted(rightFirst)
  const subject = subjectOf(report, data.dataset)
  const isMeasured = report.analysis !== null && measuredEye(report.analysis.numbers) !== null
  return (
    <div className={classes['report']}>
      <Pairs as="strip" facts={[...describePatient(patient, writing), ...text.facts]} />
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" icon={<IconAlertTriangle />}>
          {warning}
        </Alert>
      ))}
      <div className={classes['main']}>
        <div className={classes['side']}>
          <EyePicture report={report} Legend={parts.Legend} />
          {fellow !== null && <Fellow fellow={fellow} />}
        </div>
        <div className={classes['side']}>
          <StateBanner text={text} />
          {report.analysis === null ? (
            <NotAnalysed report={report} datasetId={data.dataset.id} />
          ) : (
            <>
              <Statement title={words.found} lines={text.found} />
              <Statement title={words.sure} lines={text.sure} />
            </>
          )}
          <Statement title={words.notMeaning} lines={text.notMeaning} isWarning />
        </div>
      </div>
      <StatedSection stated={text.stated} />
      {isMeasured && (
        <Section title={words.measures}>
          {report.analysis?.numbers.zones?.scale === null && (
            <parts.PatientDataButton image={subject} look="missing" />
          )}
          <MeasureTable eyes={eyes} />
        </Section>
      )}
      {text.risk !== null && (
        <Section title={localised(describedKind('risk').title)}>
          <Risk risk={text.risk} />
          {report.analysis?.numbers.risk?.kind === 'no-risk-index' && (
            <parts.PatientDataButton image={subject} look="missing" />
          )}
        </Section>
      )}
      {report.analysis !== null && (
        <ReviewSection
          key={report.analysis.id}
          imageId={report.image.id}
          analysis={report.analysis}
          reviews={text.reviews}
        />
      )}
      {text.made.length > 0 && (
        <Section title={words.made}>
          <Facts facts={text.made} />
        </Section>
      )}
      <parts.RegulatoryBlock />
    </div>
  )
}

/** The part of the image that the dialog of patient data needs. */
function subjectOf({ image }: EyeReport, dataset: ImageReport['dataset']) {
  return { id: image.id, dataset_id: dataset.id, file_name: image.file_name }
}

const thumbnailWidth = 250

function Fellow({ fellow }: { fellow: EyeReport }) {
  const { t } = useTranslation()
  const writing = useWriting()
  return (
    <Link to={`/report/${fellow.image.id}`} className={classes['fellow']}>
      {!fellow.image.missing && (
        <img src={photographAddress(fellow.image, thumbnailWidth)} alt="" loading="lazy" />
      )}
      <span>
        {t('report.otherEye')}: {eyeName(fellow, writing)}
      </span>
    </Link>
  )
}

function NotAnalysed({ report, datasetId }: { report: EyeReport; datasetId: number }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const may = useMay()
  const request = useRequestAnalysis({ id: report.image.id, dataset_id: datasetId })
  if (report.under_way) return <Text>{t('report.underWay')}</Text>
  return (
    <div>
      <Text>{t('report.notAnalysed')}</Text>
      {report.status_told !== null && (
        <Text size="sm" c="dimmed">
          {t('report.lastState', { state: told(report.status_told) })}
        </Text>
      )}
      {may(requestAnalysis) && (
        <Button mt="sm" loading={request.isPending} onClick={request.start}>
          {t('report.analyse')}
        </Button>
      )}
    </div>
  )
}
