import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { DataCheck } from '#contract/system'

import { count } from '../../i18n/format.ts'
import { ago, momentText } from '../../i18n/time.ts'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/section.tsx'

/** The result of the latest check of all stored data. */
export function DataCheckSection({ check }: { check: DataCheck | null }) {
  const { t } = useTranslation()
  if (check === null) {
    return (
      <Section title={t('system.dataCheck')}>
        <Text>{t('system.neverChecked')}</Text>
      </Section>
    )
  }
  const isIntact = check.files_missing + check.files_damaged + check.audit_findings === 0
  return (
    <Section title={t('system.dataCheck')}>
      {!isIntact && (
        <Text mb="md" fw={600} c="var(--fovea-warning)">
          {t('system.notIntact')}
        </Text>
      )}
      <Facts
        facts={[
          [t('system.checkedAt'), `${momentText(check.checked_at)} (${ago(check.checked_at)})`],
          [t('system.checkedFiles'), count(check.files)],
          [t('system.missingFiles'), count(check.files_missing)],
          [t('system.damagedFiles'), count(check.files_damaged)],
          [t('system.checkedEntries'), count(check.audit_entries)],
          [t('system.auditFindings'), count(check.audit_findings)],
        ]}
      />
    </Section>
  )
}
