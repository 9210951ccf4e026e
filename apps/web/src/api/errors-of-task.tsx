import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type Told, useTold } from '../i18n/told.ts'

/** Maximum errors to show; the log has all. */
const most = 5

interface ErrorsOfTaskProps {
  errors: readonly Told[]
  /** Formats an error for the user who started the task. */
  written: (error: string) => string
}

/** Shows the error that ended a task, and below it the other errors in its log, one per line. */
export function ErrorsOfTask({ errors, written }: ErrorsOfTaskProps) {
  const { t } = useTranslation()
  const { told } = useTold()
  const texts = errors.map(told)
  const others = [...new Set(texts.slice(0, -1))]
  const untold = others.length - most
  return (
    <>
      {texts.at(-1)}
      {others.slice(0, most).map((error) => (
        <Text key={error} component="span" display="block" inherit mt={4}>
          {written(error)}
        </Text>
      ))}
      {untold > 0 && (
        <Text component="span" display="block" inherit mt={4}>
          {t('common.moreInLog', { count: untold })}
        </Text>
      )}
    </>
  )
}
