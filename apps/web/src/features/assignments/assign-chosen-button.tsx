import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'

import { createAssignment } from '#contract/assignments'

import { useMay } from '../../api/rights.ts'
import { IconListCheck } from '../../ui/icons.ts'
import { AssignDialog } from './assign-dialog.tsx'

/** Assigns the chosen images of a list to readers. */
export function AssignChosenButton({ datasetId, ids }: { datasetId: number; ids: number[] }) {
  const { t } = useTranslation()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may(createAssignment)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconListCheck size={16} />}
        onClick={() => setOpen(true)}
      >
        {t('assignments.add')}
      </Button>
      {isOpen && (
        <AssignDialog
          datasetId={datasetId}
          assigned={{ images: ids }}
          count={ids.length}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
