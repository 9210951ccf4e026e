import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import type { PacsSending } from '#contract/pacs'

import { Loading } from '../../ui/loading.tsx'
import { momentText } from '../../i18n/time.ts'
import { useTold } from '../../i18n/told.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { hasFailed, QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import cells from '../../ui/table.module.css'
import { sendingsOf } from './api.ts'

/** The PACS transfers of an image, with the responses of the PACS. */
export function SendingsView({ image }: { image: Image }) {
  const { t } = useTranslation()
  const query = useQuery(sendingsOf(image))
  if (hasFailed(query)) return <QueryFailed title={t('pacs.sendingsFailed')} query={query} />
  if (query.data === undefined) return <Loading />
  if (query.data.length === 0) {
    return <EmptyState title={t('pacs.noSendings')}>{t('pacs.noSendingsHint')}</EmptyState>
  }
  return (
    <Stack gap="md">
      {query.data.map((sending) => (
        <Sending key={sending.id} sending={sending} />
      ))}
    </Stack>
  )
}

const stateColours = { waiting: 'yellow', sent: 'green', failed: 'red' } as const
const commitmentColours = {
  asked: 'yellow',
  committed: 'green',
  failed: 'red',
  unknown: 'orange',
} as const

function Sending({ sending }: { sending: PacsSending }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const { kind, language, state, commitment, failure, commitmentFailure } = sending
  const what = kind === 'image' ? t('pacs.kinds.image') : t(`pacs.kinds.results_${language}`)
  const by = sending.asked_by ?? t('pacs.byItself')
  return (
    <Section title={what}>
      <Stack gap="xs">
        <Group gap="xs">
          <Badge variant="light" color={stateColours[state]}>
            {t(`pacs.states.${state}`)}
          </Badge>
          {commitment !== null && (
            <Badge variant="light" color={commitmentColours[commitment]}>
              {t(`pacs.commitments.${commitment}`)}
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            {t('pacs.askedBy', { by, at: momentText(sending.asked_at) })}
          </Text>
        </Group>
        {failure !== null && <Text size="sm">{told(failure)}</Text>}
        {state === 'waiting' && <Text size="sm">{t('pacs.triedForADay')}</Text>}
        {commitmentFailure !== null && <Text size="sm">{told(commitmentFailure)}</Text>}
        {sending.objects.length > 0 && <Objects sending={sending} />}
      </Stack>
    </Section>
  )
}

function Objects({ sending: { objects, commitment } }: { sending: PacsSending }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const kept = (object: PacsSending['objects'][number]): string => {
    if (object.committed === null) return t('pacs.kept.unknown')
    if (object.committed) return t('pacs.kept.yes')
    return `${t('pacs.kept.no')} ${object.reason === null ? '' : told(object.reason)}`.trim()
  }
  return (
    <DataTable
      label={t('pacs.objectsSent')}
      columns={[
        { title: t('pacs.object') },
        { title: t('pacs.instance') },
        { title: t('pacs.status') },
        ...(commitment === null ? [] : [{ title: t('pacs.keptByPacs') }]),
      ]}
      rows={objects.map((object) => (
        <Table.Tr key={object.sop_instance_uid}>
          <Table.Td className={cells['text']}>{t(`pacs.objectKinds.${object.kind}`)}</Table.Td>
          <Table.Td className={cells['text']}>{object.sop_instance_uid}</Table.Td>
          <Table.Td className={cells['whole']}>{object.status}</Table.Td>
          {commitment !== null && <Table.Td className={cells['text']}>{kept(object)}</Table.Td>}
        </Table.Tr>
      ))}
    />
  )
}
