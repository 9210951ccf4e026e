import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useProblemText } from '../i18n/problem-text.ts'

/** What a screen needs of the query that it shows. */
export type ShownQuery = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>

/** Nothing came, and nothing is there from before. */
export function hasFailed({ data, error }: Pick<ShownQuery, 'data' | 'error'>): boolean {
  return error !== null && data === undefined
}

/** In place of what a query shows, where it has failed. */
export function QueryFailed({ title, query }: { title: string; query: ShownQuery }) {
  if (!hasFailed(query) || query.error === null) return null
  return <LoadFailed title={title} error={query.error} onRetry={() => void query.refetch()} />
}

interface LoadFailedProps {
  title: string
  error: Error
  onRetry: () => void
}

/** In place of what could not be loaded: why, and a way to try again. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  return (
    <Alert color="red" title={title} icon={<IconAlertTriangle />} maw="40rem">
      <Text size="sm" mb="sm">
        {problemText(error)}
      </Text>
      <Button variant="default" size="xs" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Alert>
  )
}
