import { IconCloudDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

import type { Dataset } from '#contract/datasets'

import { useTaskProgress } from '../../api/task-progress.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { TaskButton } from '../../ui/task-button.tsx'

import { RetrieveDialog } from './retrieve-dialog.tsx'

/** What a retrieval answers at its end. */
const Retrieved = z.object({ added: z.int(), existing: z.int(), refused: z.int() })

interface RetrieveButtonProps {
  dataset: Dataset
  /** Of the filter, which is whom the user looks for. */
  patientId: string
}

/** Fetches a patient's images from the dataset's archive, where it has one. */
export function RetrieveButton({ dataset, patientId }: RetrieveButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [started, setStarted] = useState<number | null>(null)
  const task = useTaskProgress(started)
  useTaskOutcome(started, {
    title: t('pacs.retrieveTitle'),
    failed: t('pacs.retrieveFailed'),
    report: Retrieved,
    told: ({ added, existing, refused }) => ({
      message: t('pacs.retrieved', { added, existing, refused }),
      isClean: refused === 0,
    }),
  })
  const { IP, DICOMWEB, RETRIEVE } = dataset.settings.PACS
  const hasArchive = (RETRIEVE === 'WADO-RS' ? DICOMWEB : IP) !== ''
  if (!hasArchive) return null
  return (
    <>
      <TaskButton
        icon={<IconCloudDown size={16} />}
        label={t('pacs.retrieveButton')}
        task={task}
        onClick={() => setOpened(true)}
      />
      {opened && (
        <RetrieveDialog
          datasetId={dataset.id}
          patientId={patientId}
          onStarted={setStarted}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
