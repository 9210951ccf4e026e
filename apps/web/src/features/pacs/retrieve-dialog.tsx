import { Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { retrieveFromPacs } from '#contract/pacs'

import { dayOf } from '../../ui/day.ts'
import { DayRange } from '../../ui/day-range.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useRetrieve } from './api.ts'

interface RetrieveDialogProps {
  datasetId: number
  patientId: string
  /** Gets the id of the task. */
  onStarted: (task: number) => void
  onClose: () => void
}

/** Whose images of which days are fetched from the archive. */
export function RetrieveDialog({ datasetId, patientId, onStarted, onClose }: RetrieveDialogProps) {
  const { t } = useTranslation()
  const retrieve = useRetrieve()
  const [patientID, setPatientID] = useState(patientId)
  const [days, setDays] = useState<readonly [string, string] | null>(() => {
    const today = dayOf(new Date())
    return [today, today]
  })
  const parsed = retrieveFromPacs.body.safeParse({
    patientID,
    studyDate: days?.map((day) => day.replaceAll('-', '')).join('-'),
    dataset_id: datasetId,
  })
  const faulty = new Set(parsed.error?.issues.map(({ path: [name] }) => name))
  const onSuccess = ({ id }: { id: number }) => {
    onStarted(id)
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (parsed.success) retrieve.mutate({ body: parsed.data }, { onSuccess })
  }
  return (
    <Dialog opened title={t('pacs.retrieveTitle')} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t('pacs.retrieveHint')}</Text>
          <TextInput
            label={t('table.patientID')}
            withAsterisk
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            error={patientID.trim() !== '' && faulty.has('patientID') && t('pacs.faults.patientID')}
            value={patientID}
            onChange={(event) => setPatientID(event.currentTarget.value)}
          />
          <DayRange
            label={t('table.studyDays')}
            placeholder={t('pacs.chooseDays')}
            clearLabel={t('common.clear')}
            value={days}
            onChange={setDays}
          />
        </Stack>
        <DialogButtons
          submit={t('pacs.retrieveStart')}
          busy={retrieve.isPending}
          disabled={!parsed.success}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
