import { Stack, Text, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Release } from '#contract/releases'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWithdrawRelease } from './api.ts'

interface WithdrawDialogProps {
  datasetId: number
  release: Release
  onClose: () => void
}

export function WithdrawDialog({ datasetId, release, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation()
  const withdraw = useWithdrawRelease(datasetId)
  const [reason, setReason] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    withdraw.mutate({ params: { id: release.id }, body: { reason } }, { onSuccess: onClose })
  }
  return (
    <Dialog opened title={t('releases.withdrawOf', { number: release.number })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('releases.withdrawLoss')}</Text>
          <Textarea
            label={t('releases.withdrawReason')}
            required
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Stack>
        <DialogButtons
          submit={t('releases.withdraw')}
          busy={withdraw.isPending}
          disabled={reason.trim().length < 3}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
