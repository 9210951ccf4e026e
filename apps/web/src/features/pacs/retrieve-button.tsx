import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

import type { Dataset } from '#contract/datasets'
import type { PacsStudy } from '#contract/pacs-search'
import { retrieveFromPacs } from '#contract/pacs'

import { useMay } from '../../api/rights.ts'
import { useTaskProgress } from '../../api/task-progress.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { IconCloudDown } from '../../ui/icons.ts'
import { TaskButton } from '../../ui/task-button.tsx'

import { RetrieveDialog } from './retrieve-dialog.tsx'
import { titleOf } from './study.ts'

/** The result of a finished retrieval. */
const Retrieved = z.object({ added: z.int(), existing: z.int(), refused: z.int() })

interface Started {
  /** Id of the task. */
  started: number | null
  studies: readonly PacsStudy[]
}

interface RetrieveButtonProps {
  dataset: Dataset
  /** Patient ID in the filter. */
  patientId: string
}

/** Retrieves studies from the dataset's PACS, if it has one. */
export function RetrieveButton({ dataset, patientId }: RetrieveButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const [opened, setOpened] = useState(false)
  const [{ started, studies }, setStarted] = useState<Started>({ started: null, studies: [] })
  const task = useTaskProgress(started)
  useTaskOutcome(started, {
    title: t('pacs.retrieveTitle'),
    failed: t('pacs.retrieveFailed'),
    report: Retrieved,
    eachError: (error) => withNames(error, studies),
    told: ({ added, existing, refused }) => ({
      message: t('pacs.retrieved', { added, existing, refused }),
      isClean: refused === 0,
    }),
  })
  const { IP, DICOMWEB, RETRIEVE } = dataset.settings.PACS
  const hasArchive = (RETRIEVE === 'WADO-RS' ? DICOMWEB : IP) !== ''
  if (!hasArchive || !may(retrieveFromPacs)) return null
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
          dataset={dataset}
          patientId={patientId}
          onStarted={(id, chosen) => setStarted({ started: id, studies: chosen })}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

/** Replaces UIDs by names: for a study that the PACS no longer has, the log knows only the UID. */
function withNames(error: string, studies: readonly PacsStudy[]): string {
  const named = studies.find(({ study_uid: uid }) => error.split(/[^\d.]+/).includes(uid))
  return named === undefined
    ? error
    : error.replace(named.study_uid, titleOf(named, currentLanguage()))
}
