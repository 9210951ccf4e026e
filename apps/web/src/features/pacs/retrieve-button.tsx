import { Button } from '@mantine/core'
import { IconCloudDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { RetrieveDialog } from './retrieve-dialog.tsx'

interface RetrieveButtonProps {
  dataset: Dataset
  /** Of the filter, which is whom the user looks for. */
  patientId: string
}

/** Fetches a patient's images from the dataset's archive, where it has one. */
export function RetrieveButton({ dataset, patientId }: RetrieveButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { IP, DICOMWEB, RETRIEVE } = dataset.settings.PACS
  const hasArchive = (RETRIEVE === 'WADO-RS' ? DICOMWEB : IP) !== ''
  if (!hasArchive) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCloudDown size={16} />}
        onClick={() => setOpened(true)}
      >
        {t('pacs.retrieveButton')}
      </Button>
      {opened && (
        <RetrieveDialog
          datasetId={dataset.id}
          patientId={patientId}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
