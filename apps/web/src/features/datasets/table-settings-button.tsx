import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { Dialog } from '../../ui/dialog.tsx'
import { IconSettings } from '../../ui/icons.ts'
import type { TableParts } from './table-parts.ts'

interface TableSettingsButtonProps extends Pick<
  TableParts,
  'PacsSection' | 'MicsSection' | 'FhirSection' | 'PatientDataSection'
> {
  dataset: Dataset
}

/** How the dataset exchanges images with the hospital. */
export function TableSettingsButton({
  dataset,
  PacsSection,
  MicsSection,
  FhirSection,
  PatientDataSection,
}: TableSettingsButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSettings size={16} />}
        onClick={() => setOpened(true)}
      >
        {t('table.settings')}
      </Button>
      <Dialog
        size="xl"
        title={t('table.settings')}
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <Stack gap="md">
          <PatientDataSection dataset={dataset} />
          <PacsSection dataset={dataset} />
          <MicsSection dataset={dataset} />
          <FhirSection dataset={dataset} />
        </Stack>
      </Dialog>
    </>
  )
}
