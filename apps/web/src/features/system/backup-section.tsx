import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { BackupMade } from '#contract/system'

import { count } from '../../i18n/format.ts'
import { ago, momentText } from '../../i18n/time.ts'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/section.tsx'

/** A backup of this age is no longer the latest of a daily schedule. */
const oldMs = 7 * 24 * 3600 * 1000

/** The latest backup, and how to make one. */
export function BackupSection({ backup }: { backup: BackupMade | null }) {
  const { t } = useTranslation()
  const [now] = useState(Date.now)
  return (
    <Section title={t('system.backup')}>
      {backup === null && <Warning>{t('system.neverBackedUp')}</Warning>}
      {backup !== null && (
        <>
          {now - Date.parse(backup.made_at) > oldMs && <Warning>{t('system.backupOld')}</Warning>}
          {backup.files_missing > 0 && <Warning>{t('system.backupIncomplete')}</Warning>}
          <Facts
            facts={[
              [t('system.lastBackup'), `${momentText(backup.made_at)} (${ago(backup.made_at)})`],
              [t('system.backupFiles'), count(backup.files)],
              [t('system.missingFiles'), count(backup.files_missing)],
              [t('system.encrypted'), t(backup.encrypted ? 'common.yes' : 'common.no')],
            ]}
          />
        </>
      )}
      <Text mt={backup === null ? 0 : 'md'}>{t('system.backupText')}</Text>
    </Section>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <Text mb="md" fw={600} c="var(--fovea-warning)">
      {children}
    </Text>
  )
}
