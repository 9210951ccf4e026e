import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import type { PacsStudy } from '#contract/pacs-search'

import { Dialog } from '../../ui/dialog.tsx'
import { useRetrieve, useSearchPacs } from './api.ts'
import { FoundStudies } from './found-studies.tsx'
import { SearchForm } from './search-form.tsx'
import { canBeTaken, isMoreThanFits } from './study.ts'

interface RetrieveDialogProps {
  dataset: Dataset
  /** Patient ID in the filter. */
  patientId: string
  /** Receives the task's id and the requested studies. */
  onStarted: (task: number, studies: readonly PacsStudy[]) => void
  onClose: () => void
}

/** Searches the PACS and retrieves the selected studies. */
export function RetrieveDialog({ dataset, patientId, onStarted, onClose }: RetrieveDialogProps) {
  const { t } = useTranslation()
  const search = useSearchPacs()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const { MODALITY: modality } = dataset.settings.PACS
  const studies = search.data?.studies ?? []
  const chosen = studies.filter(({ study_uid: uid }) => ticked.has(uid))
  const tick = (some: readonly PacsStudy[], isTicked: boolean) => {
    const uids = some
      .filter((study) => canBeTaken(study, modality))
      .map(({ study_uid: uid }) => uid)
    const others = [...ticked].filter((uid) => !uids.includes(uid))
    setTicked(new Set(isTicked ? [...others, ...uids] : others))
  }
  return (
    <Dialog opened size="75rem" title={t('pacs.retrieveTitle')} onClose={onClose}>
      <Stack gap="md">
        <SearchForm
          modality={modality}
          patientId={patientId}
          isBusy={search.isPending}
          onSearch={(body) => {
            setTicked(new Set())
            search.mutate({ params: { id: dataset.id }, body })
          }}
        />
        <FoundStudies search={search} modality={modality} ticked={ticked} onTick={tick} />
      </Stack>
      <Footer
        datasetId={dataset.id}
        chosen={chosen}
        onStarted={(task) => {
          onStarted(task, chosen)
          onClose()
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface FooterProps {
  datasetId: number
  chosen: readonly PacsStudy[]
  onStarted: (task: number) => void
  onClose: () => void
}

function Footer({ datasetId, chosen, onStarted, onClose }: FooterProps) {
  const { t } = useTranslation()
  const retrieve = useRetrieve()
  const start = () =>
    retrieve.mutate(
      { body: { dataset_id: datasetId, studies: chosen.map(({ study_uid: uid }) => uid) } },
      { onSuccess: ({ id }) => onStarted(id) },
    )
  return (
    <Group justify="flex-end" mt="lg" gap="xs">
      <Text size="sm" c="dimmed" flex={1} aria-live="polite">
        {chosen.length > 0 && t('pacs.ticked', { count: chosen.length })}{' '}
        {isMoreThanFits(chosen) && t('pacs.tickedTooMany')}
      </Text>
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button loading={retrieve.isPending} disabled={chosen.length === 0} onClick={start}>
        {t('pacs.retrieveStart')}
      </Button>
    </Group>
  )
}
