import { Tabs, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { messageStates, type MessageCounts, type MessageState, mostCounted } from '#contract/outbox'

import { count } from '../../i18n/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconMailCheck } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { messagesIn } from './api.ts'
import { MessageTable } from './message-table.tsx'

/** The messages to other systems by state, with a button to retry one immediately. */
export function OutboxPage() {
  const { t } = useTranslation()
  const [parameters, setParameters] = useSearchParams()
  const named = parameters.get('state')
  const state = messageStates.find((each) => each === named) ?? 'refused'
  const query = useQuery({ ...messagesIn(state), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query
  const messages = isPlaceholderData ? undefined : data?.messages
  return (
    <Page title={t('outbox.title')} actions={<RefreshButton query={query} />}>
      <Tabs
        value={state}
        onChange={(chosen) => setParameters(chosen === null ? {} : { state: chosen })}
      >
        <Tabs.List mb="md">
          {messageStates.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`outbox.states.${each}`)}
              {data !== undefined && ` (${countText(data.counts[each])})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={state}>
          <QueryFailed title={t('outbox.loadFailed')} query={query} />
          {messages?.length === 0 ? (
            <Nothing state={state} counts={data?.counts} />
          ) : (
            <>
              <Text c="dimmed" size="sm" mb="sm">
                {t(`outbox.hints.${state}`)}
              </Text>
              <MessageTable state={state} messages={messages} />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function countText(number: number): string {
  return number < mostCounted ? count(number) : `${count(number)}+`
}

function Nothing({ state, counts }: { state: MessageState; counts: MessageCounts | undefined }) {
  const { t } = useTranslation()
  const isAllDelivered = counts !== undefined && counts.refused + counts.waiting === 0
  const isUnsettled = state === 'refused' || state === 'waiting'
  return (
    <EmptyState
      icon={<IconMailCheck size={40} />}
      title={isAllDelivered && isUnsettled ? t('outbox.allDelivered') : t(`outbox.none.${state}`)}
    >
      {t(`outbox.hints.${state}`)}
    </EmptyState>
  )
}
