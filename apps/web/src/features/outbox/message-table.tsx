import { Anchor, Button, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { MessageState, OutboxMessage } from '#contract/outbox'

import { count } from '../../i18n/format.ts'
import { Moment } from '../../ui/moment.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { patientNameIn } from '../../i18n/patient-name.ts'
import { useTold } from '../../i18n/told.ts'
import { DataTable } from '../../ui/data-table.tsx'
import cells from '../../ui/table.module.css'
import { useTryNow } from './api.ts'

interface MessageTableProps {
  state: MessageState
  /** Undefined while loading. */
  messages: readonly OutboxMessage[] | undefined
}

/** The messages in one state: subject, age, error and next step of each. */
export function MessageTable({ state, messages }: MessageTableProps) {
  const { t } = useTranslation()
  const canTry = state === 'waiting' || state === 'refused' || state === 'outdated'
  return (
    <DataTable
      label={t(`outbox.states.${state}`)}
      columns={[
        { title: t('outbox.kind') },
        { title: t('outbox.image') },
        { title: t('outbox.posted') },
        { title: t('outbox.tries'), align: 'end' },
        { title: t(`outbox.when.${state}`) },
        { title: t('outbox.why') },
        ...(canTry ? [{ title: t(actionIn(state)), align: 'centre' as const }] : []),
      ]}
      rows={messages?.map((message) => (
        <MessageRow key={message.id} message={message} canTry={canTry} />
      ))}
    />
  )
}

function actionIn(state: MessageState): 'outbox.sendAgain' | 'outbox.tryNow' {
  return state === 'outdated' ? 'outbox.sendAgain' : 'outbox.tryNow'
}

function MessageRow({ message, canTry }: { message: OutboxMessage; canTry: boolean }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const tryNow = useTryNow()
  const { next_try_at: next, settled_at: settled, why } = message
  const until = next ?? settled
  const name = message.image?.file_name ?? message.key
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>{told(message.title)}</Table.Td>
      <Table.Td className={cells['text']}>
        <MessageImage image={message.image} />
      </Table.Td>
      <Table.Td className={cells['whole']}>
        <Moment at={message.posted_at} />
      </Table.Td>
      <Table.Td className={cells['number']}>{count(message.tries)}</Table.Td>
      <Table.Td className={cells['whole']}>{until !== null && <Moment at={until} />}</Table.Td>
      <Table.Td className={cells['text']}>{why === null ? '' : told(why)}</Table.Td>
      {canTry && (
        <Table.Td className={cells['centre']}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t(message.state === 'outdated' ? 'outbox.sendAgainOf' : 'outbox.tryNowOf', {
              name,
            })}
            loading={tryNow.isPending}
            onClick={() => tryNow.mutate({ params: { id: message.id } })}
          >
            {t(actionIn(message.state))}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** The image and patient of a message. */
function MessageImage({ image }: Pick<OutboxMessage, 'image'>) {
  const { t } = useTranslation()
  if (image === null) return <Text c="dimmed">{t('outbox.imageGone')}</Text>
  const patient = [image.patientID, patientNameIn(currentLanguage(), image)]
  return (
    <>
      <Anchor component={Link} to={`/annotate/${image.id}`} size="sm">
        {image.file_name}
      </Anchor>
      <Text size="sm" c="dimmed">
        {patient.filter((part) => part !== '').join(' ')}
      </Text>
    </>
  )
}
