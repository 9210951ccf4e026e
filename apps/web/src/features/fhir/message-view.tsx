import { Alert, Badge, Group, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shownIso } from '#clock/clock-time'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { getFhir } from '#contract/fhir'
import { readingOf, type Reading, type ReadingRow } from '#fhir/reading'
import { isBundle } from '#fhir/resource'

import { Loading } from '../../ui/loading.tsx'
import type { CallOutput } from '../../api/call.ts'
import { momentText } from '../../i18n/time.ts'
import { useTold } from '../../i18n/told.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconAlertTriangle, IconInfoCircle } from '../../ui/icons.ts'
import { hasFailed, QueryFailed } from '../../ui/load-failed.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { fhirMessage } from './api.ts'
import { MessageActions } from './message-actions.tsx'
import classes from './message-view.module.css'

type Found = CallOutput<typeof getFhir>

/** The newest message of an image: its content beside its JSON, and actions on it. */
export function MessageView({ imageId }: { imageId: number }) {
  const { t } = useTranslation()
  const query = useQuery(fhirMessage(imageId))
  if (hasFailed(query)) return <QueryFailed title={t('fhir.export')} query={query} />
  if (query.data === undefined) return <Loading />
  const { message } = query.data
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Version found={query.data} />
        <MessageActions imageId={imageId} found={query.data} />
      </Group>
      <Troubles found={query.data} />
      {isBundle(message) && (
        <div className={classes['beside']}>
          <ReadableMessage reading={readingOf(message)} warnings={query.data.issues} />
          <ScrollRegion label={t('fhir.json')} className={classes['json']}>
            <pre>{JSON.stringify(message, shortened, 2)}</pre>
          </ScrollRegion>
        </div>
      )}
    </Stack>
  )
}

const mostShown = 200

/** The PDF of the report is a single value of a million characters, so it is shortened. */
function shortened(key: string, value: unknown): unknown {
  const isLong = key === 'data' && typeof value === 'string' && value.length > mostShown
  return isLong ? `${value.slice(0, mostShown)}…` : value
}

/** Version, creation time and delivery state of the message. */
function Version({ found: { version, generatedAt, issues, push } }: { found: Found }) {
  const { t } = useTranslation()
  if (version === null || generatedAt === null) return <EmptyState title={t('fhir.none')} />
  return (
    <Group gap="sm">
      <Text fw={600}>{t('fhir.version', { version })}</Text>
      <Text size="sm" c="dimmed">
        {momentText(generatedAt)}
      </Text>
      {issues.length > 0 && (
        <Badge variant="light" color="yellow">
          {t('fhir.warningCount', { count: issues.length })}
        </Badge>
      )}
      {push !== null && push.state !== 'none' && (
        <Badge variant="light" color={pushColours[push.state]}>
          {t(`fhir.push.${push.state}`)}
        </Badge>
      )}
    </Group>
  )
}

/** Reasons not to use the message as it is. */
function Troubles({ found: { stale, push } }: { found: Found }) {
  const { t } = useTranslation()
  const { told } = useTold()
  return (
    <>
      {stale && (
        <Alert color="orange" icon={<IconAlertTriangle />} title={t('fhir.stale')}>
          {t('fhir.staleHint')}
        </Alert>
      )}
      {push !== null && push.failure !== null && (
        <Alert
          color={push.state === 'failed' ? 'red' : 'yellow'}
          icon={<IconAlertTriangle />}
          title={t(push.state === 'failed' ? 'fhir.push.failed' : 'fhir.push.triedAgain')}
        >
          {told(push.failure)}
        </Alert>
      )}
    </>
  )
}

const pushColours = { waiting: 'blue', sent: 'green', failed: 'red' } as const

interface ReadableMessageProps {
  reading: Reading
  warnings: Found['issues']
}

function ReadableMessage({ reading: { sections, conclusion }, warnings }: ReadableMessageProps) {
  const { t } = useTranslation()
  const { told } = useTold()
  const valueOf = ({ label, value }: ReadingRow): string => {
    if (typeof value !== 'string') return t(`fhir.terms.${value.term}`)
    return label === 'made' ? momentText(value) : shownIso(value)
  }
  return (
    <ScrollRegion label={t('fhir.readable')} className={classes['readable']}>
      {sections.map(({ title, rows }) => (
        <Part key={title} title={t(`fhir.sections.${title}`)}>
          <Facts facts={rows.map((row) => [t(`fhir.labels.${row.label}`), valueOf(row)])} />
        </Part>
      ))}
      {conclusion !== '' && <Part title={t('fhir.conclusion')}>{conclusion}</Part>}
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle />} title={t('fhir.warnings')}>
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning.key}>{told(warning)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </ScrollRegion>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </div>
  )
}
