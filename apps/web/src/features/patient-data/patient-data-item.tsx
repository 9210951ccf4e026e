import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { statePatientData } from '#contract/patient-data'

import { useMay } from '../../api/rights.ts'
import { IconUserEdit } from '../../ui/icons.ts'
import type { OfImage } from './api.ts'
import { useShowPatientData } from './use-show-patient-data.tsx'

/** The menu entry that opens the patient data of an image. */
export function PatientDataItem({ image }: { image: OfImage }) {
  const { t } = useTranslation()
  const may = useMay()
  const show = useShowPatientData(image)
  if (!may(statePatientData)) return null
  return (
    <Menu.Item leftSection={<IconUserEdit size={16} />} onClick={show}>
      {t('patientData.title')}
    </Menu.Item>
  )
}
