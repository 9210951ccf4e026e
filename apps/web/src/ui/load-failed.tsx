import { Alert, Button, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useProblemText } from '../i18n/problem-text.ts'
import { IconAlertTriangle } from './icons.ts'

/** The part of a query's result that a screen needs. */
export type ShownQuery = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>

/** True if the query failed and no earlier data exist. */
export function hasFailed({ data, error }: Pick<ShownQuery, 'data' | 'error'>): boolean {
  return error !== null && data === undefined
}

/** Shows the error of a failed query; nothing otherwise. */
export function QueryFailed({ title, query }: { title: string; query: ShownQuery }) {
  if (!hasFailed(query) || query.error === null) return null
  return <LoadFailed title={title} error={query.error} onRetry={() => void query.refetch()} />
}

interface LoadFailedProps {
  title: string
  error: Error
  onRetry: () => void
}

/** Says why something could not be loaded, with a button to retry. */
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
