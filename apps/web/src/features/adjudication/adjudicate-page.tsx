import { Anchor, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Adjudication } from '#contract/adjudication'
import { valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../i18n/i18n.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { IconChevronLeft } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './adjudicate-page.module.css'
import { adjudication, type Place } from './api.ts'
import { DecisionForm, type FieldControl } from './decision-form.tsx'
import { ReadersView } from './readers-view.tsx'
import { ReadingBadge } from './reading-badge.tsx'

interface AdjudicatePageProps {
  place: Place
  imageId: number
  parts: { FieldInput: FieldControl }
}

/** An image of an assignment: what its readers said and drew, and what is final. */
export function AdjudicatePage({ place, imageId, parts }: AdjudicatePageProps) {
  const { t } = useTranslation()
  const query = useQuery(adjudication(place, imageId))
  const { data } = query
  return (
    <Page
      title={data?.image.file_name ?? t('adjudication.title')}
      aside={data !== undefined && <ReadingBadge state={data.state} />}
    >
      <Group gap={4} mb="xs">
        <Anchor component={Link} to="/work" size="sm">
          <Group gap={4}>
            <IconChevronLeft size={16} />
            {t('assignments.myWork')}
          </Group>
        </Anchor>
        {data !== undefined && (
          <>
            <Text size="sm" c="dimmed">
              ·
            </Text>
            <Anchor component={Link} to={`/dataset/${place.datasetId}?tab=assignments`} size="sm">
              {data.assignment.name}
            </Anchor>
          </>
        )}
      </Group>
      <QueryFailed title={t('common.loadFailed')} query={query} />
      {data === undefined ? (
        query.error === null && <Skeleton height={320} />
      ) : (
        <div className={classes['parts']}>
          <ReadersView key={data.image.id} data={data} />
          <Stack gap="md">
            <DecisionForm
              key={`${data.image.id} ${data.revision}`}
              place={place}
              data={data}
              parts={parts}
            />
            {data.history.length > 0 && <History data={data} />}
          </Stack>
        </div>
      )}
    </Page>
  )
}

function History({ data }: { data: Adjudication }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const fields = new Map(data.fields.map(({ field }) => [field.key, field]))
  return (
    <Section title={t('adjudication.history')}>
      <DataTable
        label={t('adjudication.history')}
        columns={[
          { title: t('adjudication.field') },
          { title: t('adjudication.final') },
          { title: t('adjudication.basis') },
          { title: t('assignments.since') },
        ]}
        rows={data.history.map(({ key, value, basis, at, by }) => {
          const field = fields.get(key)
          return (
            <Table.Tr key={`${key} ${at} ${basis}`}>
              <Table.Td>{field?.words[language] ?? key}</Table.Td>
              <Table.Td>
                {value === null || field === undefined ? '–' : valueInWords(field, value, language)}
              </Table.Td>
              <Table.Td>
                {t(`adjudication.bases.${basis}`)}
                {by !== '' && ` · ${by}`}
              </Table.Td>
              <Table.Td>
                <Moment at={at} />
              </Table.Td>
            </Table.Tr>
          )
        })}
      />
    </Section>
  )
}
