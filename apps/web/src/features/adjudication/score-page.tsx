import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Score } from '#contract/adjudication'

import { count, decimal, percent } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { IconPrinter } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Page } from '../../ui/page.tsx'
import { score as scoreQuery } from './api.ts'

/** How the viewer did by the answer key of a training set, to be printed as a certificate. */
export function ScorePage({ workId }: { workId: number }) {
  const { t } = useTranslation()
  const query = useQuery(scoreQuery(workId))
  const { data } = query
  const isCertificate = data?.passed === true
  return (
    <Page
      narrow
      title={t(isCertificate ? 'adjudication.certificate' : 'adjudication.score')}
      actions={
        data !== undefined && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} />}
            onClick={() => window.print()}
          >
            {t('adjudication.print')}
          </Button>
        )
      }
    >
      <QueryFailed title={t('adjudication.scoreFailed')} query={query} />
      {data !== undefined && <ScoreSheet score={data} />}
    </Page>
  )
}

function ScoreSheet({ score }: { score: Score }) {
  const { t } = useTranslation()
  const { name, reader, answers, right, pass_share: least, passed, finished_at: at } = score
  const share = answers === 0 ? null : right / answers
  return (
    <Stack gap="md">
      <div>
        <Text size="xl" fw={600}>
          {reader}
        </Text>
        <Text>{name}</Text>
        {at !== null && (
          <Text size="sm" c="dimmed">
            {t('adjudication.finishedAt')} <Moment at={at} />
          </Text>
        )}
      </div>
      <Group gap="sm">
        <Text size="lg">
          {t('adjudication.right', { right: count(right), answers: count(answers) })}
          {share !== null && ` (${percent(share)})`}
        </Text>
        {passed !== null && (
          <Badge size="lg" variant="light" color={passed ? 'green' : 'orange'}>
            {t(passed ? 'adjudication.passed' : 'adjudication.notPassed')}
          </Badge>
        )}
      </Group>
      {least !== null && (
        <Text size="sm" c="dimmed">
          {t('adjudication.passFrom', { share: percent(least) })}
        </Text>
      )}
      <DataTable
        label={t('adjudication.score')}
        columns={[
          { title: t('adjudication.field') },
          { title: t('adjudication.answers'), align: 'end' },
          { title: t('adjudication.rightAnswers'), align: 'end' },
          { title: t('statistics.readers.kappa'), align: 'end' },
          { title: t('statistics.readers.icc'), align: 'end' },
        ]}
        rows={score.fields.map(({ key, words, subjects, same, kappa, icc }) => (
          <Table.Tr key={key}>
            <Table.Td>{words[currentLanguage()]}</Table.Td>
            <Table.Td ta="end">{count(subjects)}</Table.Td>
            <Table.Td ta="end">{count(same)}</Table.Td>
            <Table.Td ta="end">{kappa === null ? '–' : decimal(kappa.value, 2)}</Table.Td>
            <Table.Td ta="end">{icc === null ? '–' : decimal(icc.value, 2)}</Table.Td>
          </Table.Tr>
        ))}
      />
      <Text size="xs" c="dimmed">
        {t('adjudication.scoreHint')}
      </Text>
    </Stack>
  )
}
