import { Anchor, Badge, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { AuditEvent } from '#contract/audit'
import { actionName } from '#contract/audit-actions'
import { detailName, objectName } from '#contract/audit-objects'

import { inUtcToTheSecond } from '../../i18n/time.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { DataTable } from '../../ui/data-table.tsx'
import cells from '../../ui/table.module.css'
import classes from './audit-table.module.css'
import { detailText } from './detail-text.ts'

interface AuditTableProps {
  /** Undefined while loading. */
  events: readonly AuditEvent[] | undefined
}

export function AuditTable({ events }: AuditTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('audit.title')}
      columns={[
        { title: t('audit.entry'), align: 'end' },
        { title: t('audit.time') },
        { title: t('audit.user') },
        { title: t('audit.address') },
        { title: t('audit.action') },
        { title: t('audit.object') },
        { title: t('audit.dataset') },
        { title: t('audit.outcome') },
      ]}
      rows={events?.map((event) => (
        <AuditRow key={event.id} event={event} />
      ))}
    />
  )
}

function AuditRow({ event }: { event: AuditEvent }) {
  const { t } = useTranslation()
  const refused = event.outcome >= 400
  return (
    <Table.Tr>
      <Table.Td className={cells['number']}>{event.id}</Table.Td>
      <Table.Td className={classes['time']}>
        <time dateTime={event.at}>{inUtcToTheSecond(event.at)}</time>
      </Table.Td>
      <Table.Td className={cells['text']}>{useWho(event)}</Table.Td>
      <Table.Td className={cells['whole']}>{event.address}</Table.Td>
      <Table.Td className={cells['text']} title={event.action}>
        {actionName(event.action, currentLanguage())}
      </Table.Td>
      <Table.Td className={cells['text']}>
        {[objectName(event.object_type, currentLanguage()), event.object_id]
          .filter((part) => part !== null)
          .join(' ')}
        <Details detail={event.detail} />
      </Table.Td>
      <Table.Td className={cells['whole']}>
        {event.dataset_id !== null && (
          <Anchor component={Link} to={`/tabulardataset/${event.dataset_id}`} inherit>
            {event.dataset_id}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td className={cells['whole']}>
        <Badge miw="max-content" variant="light" color={refused ? 'red' : 'green'}>
          {t(refused ? 'audit.refusedWith' : 'audit.succeededWith', { status: event.outcome })}
        </Badge>
      </Table.Td>
    </Table.Tr>
  )
}

/** The user, and the token of a program that acted for them. */
function useWho({ username, detail }: AuditEvent): string {
  const { t } = useTranslation()
  const { access_token: token, token_name: name } = detail
  if (token === undefined || typeof name !== 'string') return username
  return t('audit.byToken', { username, name })
}

/** Lists that say nothing, such as no changed roles. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function Details({ detail }: { detail: AuditEvent['detail'] }) {
  const { t } = useTranslation()
  const entries = Object.entries(detail).filter(([, value]) => !isEmpty(value))
  if (entries.length === 0) return null
  return (
    <Text size="xs" c="dimmed" component="div">
      {entries
        .map(([name, value]) => `${detailName(name, currentLanguage())}: ${detailText(value, t)}`)
        .join(' · ')}
    </Text>
  )
}
