import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { FoundPatient } from '#contract/patients'

import { useErasePatient, type Which } from './api.ts'

interface EraseFormProps {
  which: Which
  found: FoundPatient
  onClose: () => void
}

const shortestReason = 3

/** Asks for a reason, and for the patient's ID once more, before the erasure. */
export function EraseForm({ which, found, onClose }: EraseFormProps) {
  const { t } = useTranslation()
  const erase = useErasePatient()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const isSure = typed.trim() === which.patient_id && reason.trim().length >= shortestReason
  const exports = found.datasets.reduce((sum, dataset) => sum + dataset.exports, 0)
  const { pacs, fhir, order_system: orders } = found.sent
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSure) erase.mutate({ body: { ...which, reason: reason.trim() } }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <List size="sm" spacing="xs">
          <List.Item>{t('patients.willErase', { count: found.counts.images })}</List.Item>
          {exports > 0 && (
            <List.Item>{t('patients.willRemoveExports', { count: exports })}</List.Item>
          )}
          {pacs + fhir + orders > 0 && (
            <List.Item>{t('patients.keptElsewhere', { pacs, fhir, orders })}</List.Item>
          )}
          <List.Item>{t('patients.keptHere')}</List.Item>
        </List>
        <Text size="sm" fw={600}>
          {t('patients.cannotUndo')}
        </Text>
        <TextInput
          label={t('patients.reason')}
          description={t('patients.reasonHint')}
          data-autofocus
          required
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <TextInput
          label={t('patients.typeId', { id: which.patient_id })}
          required
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="red.8" loading={erase.isPending} disabled={!isSure}>
          {t('patients.erase')}
        </Button>
      </Group>
    </form>
  )
}
