import { Alert, List, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { count } from '../../i18n/format.ts'
import { IconAlertTriangle, IconShieldCheck } from '../../ui/icons.ts'
import type { Verification } from './api.ts'

/** Progress of the check of the whole trail, then its result. */
export function Verdict({ verification }: { verification: Verification | null }) {
  const { t } = useTranslation()
  const { checked, left, findings, done } = verification ?? nothingYet
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
        {done && findings.length === 0 && (
          <Alert color="green" mb="lg" icon={<IconShieldCheck />} title={t('audit.intact')}>
            {t('audit.checked', counts)}
          </Alert>
        )}
        {done && findings.length > 0 && (
          <Alert color="red" mb="lg" icon={<IconAlertTriangle />} title={t('audit.broken')}>
            <List size="sm" mb="xs">
              {findings.slice(0, mostShown).map((finding) => (
                <List.Item key={`${finding.kind} ${finding.from_seal}`}>
                  {t(`audit.findings.${finding.kind}`, {
                    from: count(finding.from_seal),
                    to: count(finding.to_seal),
                    entry: finding.entry,
                  })}
                </List.Item>
              ))}
              {findings.length > mostShown && (
                <List.Item>
                  {t('audit.moreFindings', {
                    count: findings.length - mostShown,
                    number: count(findings.length - mostShown),
                  })}
                </List.Item>
              )}
            </List>
            {t('audit.brokenHint', counts)}
          </Alert>
        )}
      </div>
    </>
  )
}

/** Maximum faults to list. */
const mostShown = 20

const nothingYet: Verification = { checked: 0, left: 0, findings: [], done: false }
