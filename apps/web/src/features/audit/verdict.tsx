import { Alert, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { count } from '../../i18n/format.ts'
import type { Verification } from './api.ts'

/** How far the check of the whole trail is, and then what it has found. */
export function Verdict({ verification }: { verification: Verification | null }) {
  const { t } = useTranslation()
  const { checked, left, brokenAt, done } = verification ?? nothingYet
  const counts = { count: checked, number: count(checked) }
  return (
    <>
      {verification !== null && !done && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {t('audit.checking', { done: count(checked), total: count(checked + left) })}
          </Text>
          <Progress.Root mb="lg">
            <Progress.Section
              value={(100 * checked) / (checked + left)}
              aria-label={t('audit.verify')}
            />
          </Progress.Root>
        </div>
      )}
      <div aria-live="polite">
        {done && brokenAt === null && (
          <Alert color="green" mb="lg" icon={<IconShieldCheck />} title={t('audit.intact')}>
            {t('audit.checked', counts)}
          </Alert>
        )}
        {done && brokenAt !== null && (
          <Alert
            color="red"
            mb="lg"
            icon={<IconAlertTriangle />}
            title={t('audit.broken', { id: brokenAt })}
          >
            {t('audit.brokenHint', counts)}
          </Alert>
        )}
      </div>
    </>
  )
}

const nothingYet: Verification = { checked: 0, left: 0, brokenAt: null, done: false }
