import { Badge, Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Session } from '#contract/sessions'

import { DataTable } from '../../ui/data-table.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Section } from '../../ui/section.tsx'
import cells from '../../ui/table.module.css'
import { ownSessions, useEndOtherSessions, useEndSession } from './sessions-api.ts'

/** The browsers in which the user is signed in. */
export function Sessions() {
  const { t } = useTranslation()
  const query = useQuery(ownSessions)
  const endOthers = useEndOtherSessions()
  const confirm = useConfirm()
  const ask = () =>
    confirm({
      title: t('account.endOtherSessionsTitle'),
      lines: [t('account.endOtherSessionsMeans')],
      confirm: t('account.endOtherSessions'),
      onConfirm: () => endOthers.mutate({}),
    })
  return (
    <Section title={t('account.sessions')}>
      <Text c="dimmed" size="sm" mb="sm">
        {t('account.sessionsHint')}
      </Text>
      <QueryFailed title={t('account.sessionsFailed')} query={query} />
      {query.data !== undefined && <SessionTable sessions={query.data} />}
      {query.data?.some(({ current }) => !current) === true && (
        <Button variant="default" mt="md" loading={endOthers.isPending} onClick={ask}>
          {t('account.endOtherSessions')}
        </Button>
      )}
    </Section>
  )
}

function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('account.sessions')}
      columns={[
        { title: t('account.sessionBrowser') },
        { title: t('account.sessionAddress') },
        { title: t('account.sessionBegan') },
        { title: t('account.sessionSeen') },
        { title: t('account.endSession'), align: 'centre' },
      ]}
      rows={sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    />
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation()
  const end = useEndSession()
  const { browser, system } = session
  const name =
    [browser, system].filter((part) => part !== null).join(', ') || t('account.sessionUnknown')
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>
        <Group gap="xs">
          {name}
          {session.current && <Badge variant="dot">{t('account.sessionCurrent')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td className={cells['whole']}>{session.address}</Table.Td>
      <Table.Td className={cells['whole']}>
        <Moment at={session.created_at} />
      </Table.Td>
      <Table.Td className={cells['whole']}>
        <Moment at={session.last_seen_at} />
      </Table.Td>
      <Table.Td className={cells['centre']}>
        <RowButton
          label={t('account.endSessionOf', { name })}
          unusable={session.current ? t('account.sessionIsCurrent') : undefined}
          onClick={() => end.mutate({ params: { session: session.id } })}
        >
          <IconLogout size={16} />
        </RowButton>
      </Table.Td>
    </Table.Tr>
  )
}
