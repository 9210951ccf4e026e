import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { verifyAudit } from '#contract/audit'

import type { CallOutput } from '../../api/call.ts'
import { count } from '../../i18n/format.ts'

/** What the check of the whole trail has found. */
export function Verdict({ verdict }: { verdict: CallOutput<typeof verifyAudit> | undefined }) {
  const { t } = useTranslation()
  const checked = verdict?.checked ?? 0
  const counts = { count: checked, number: count(checked) }
  return (
    <div aria-live="polite">
      {verdict?.intact === true && (
        <Alert color="green" mb="lg" icon={<IconShieldCheck />} title={t('audit.intact')}>
          {t('audit.checked', counts)}
        </Alert>
      )}
      {verdict?.intact === false && (
        <Alert
          color="red"
          mb="lg"
          icon={<IconAlertTriangle />}
          title={t('audit.broken', { id: verdict.broken_at })}
        >
          {t('audit.brokenHint', counts)}
        </Alert>
      )}
    </div>
  )
}
