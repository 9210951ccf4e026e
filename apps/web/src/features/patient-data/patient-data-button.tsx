import { Button, type ButtonProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { statePatientData } from '#contract/patient-data'

import { useMay } from '../../api/rights.ts'
import { IconUserEdit } from '../../ui/icons.ts'
import type { OfImage } from './api.ts'
import { useShowPatientData } from './use-show-patient-data.tsx'

/** `missing`: beside a text that names the missing data. */
type Look = 'quiet' | 'action' | 'missing'

const looks: Readonly<Record<Look, ButtonProps & { readonly iconSize: number }>> = {
  quiet: { size: 'compact-sm', variant: 'subtle', color: 'gray', iconSize: 16 },
  action: { variant: 'default', iconSize: 16 },
  missing: { size: 'xs', variant: 'light', iconSize: 14 },
}

/** Opens the dialog of an image's patient data and scale. */
export function PatientDataButton({ image, look }: { image: OfImage; look: Look }) {
  const { t } = useTranslation()
  const may = useMay()
  const show = useShowPatientData(image)
  if (!may(statePatientData)) return null
  const { iconSize, ...style } = looks[look]
  return (
    <Button {...style} leftSection={<IconUserEdit size={iconSize} aria-hidden />} onClick={show}>
      {t(look === 'missing' ? 'patientData.enter' : 'patientData.title')}
    </Button>
  )
}
