import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { EmergencyAccess } from '#contract/emergency-access'

import { momentText } from '../../i18n/time.ts'
import { IconUrgent } from '../../ui/icons.ts'
import { unseenAccesses, useConfirmAccess } from './api.ts'

/** Tells an owner who has reached a dataset in an emergency, until the owner confirms it. */
export function AccessNotices() {
  const { data = [] } = useQuery(unseenAccesses)
  if (data.length === 0) return null
  return (
    <Stack gap="xs" mb="md">
      {data.map((access) => (
        <AccessNotice key={access.id} access={access} />
      ))}
    </Stack>
  )
}

function AccessNotice({ access }: { access: EmergencyAccess }) {
  const { t } = useTranslation()
  const confirm = useConfirmAccess()
  const { id, username, name, dataset, patient_id: patient, reason } = access
  const who = name === '' ? username : `${name} (${username})`
  const at = momentText(access.begun_at)
  const until = momentText(access.ends_at)
  return (
    <Alert
      color="orange"
      icon={<IconUrgent size={18} />}
      title={t('emergencyAccess.noticeTitle', { who, dataset: dataset.name })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('emergencyAccess.notice', { patient, at, until, reason })}</Text>
        <Button
          variant="default"
          size="xs"
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ params: { id } })}
        >
          {t('emergencyAccess.seen')}
        </Button>
      </Stack>
    </Alert>
  )
}
