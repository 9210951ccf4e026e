import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { emergencyHours } from '#contract/emergency-access'

import { useViewer } from '../../api/viewer.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconUrgent } from '../../ui/icons.ts'
import { useFields } from '../../ui/use-fields.ts'
import { useBeginAccess } from './api.ts'

const shortestReason = 10

/** For those who have the right to reach any patient's photographs in an emergency. */
export function EmergencyButton() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  if (viewer?.emergency_access !== true) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUrgent size={16} />}
        onClick={() => setOpen(true)}
      >
        {t('emergencyAccess.button')}
      </Button>
      {isOpen && <EmergencyDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function EmergencyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const begin = useBeginAccess()
  const { fields, field } = useFields({ patient: '', reason: '' })
  const patient = fields.patient.trim()
  const reason = fields.reason.trim()
  const valid = patient !== '' && reason.length >= shortestReason
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (valid) begin.mutate({ body: { patient_id: patient, reason } }, { onSuccess: onClose })
  }
  return (
    <Dialog opened title={t('emergencyAccess.title')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t('emergencyAccess.about', { count: emergencyHours })}</Text>
          <Text size="sm">{t('emergencyAccess.told')}</Text>
          <TextInput
            label={t('emergencyAccess.patient')}
            withAsterisk
            data-autofocus
            autoComplete="off"
            maxLength={64}
            {...field('patient')}
          />
          <Textarea
            label={t('emergencyAccess.reason')}
            description={t('emergencyAccess.reasonHint')}
            withAsterisk
            autosize
            minRows={2}
            maxLength={500}
            {...field('reason')}
          />
        </Stack>
        <DialogButtons
          submit={t('emergencyAccess.begin')}
          busy={begin.isPending}
          disabled={!valid}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
