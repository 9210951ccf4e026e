import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useProblemText } from '../i18n/problem-text.ts'

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
