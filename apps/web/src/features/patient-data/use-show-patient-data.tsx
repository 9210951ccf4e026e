import { useTranslation } from 'react-i18next'

import { useShowDialog } from '../../ui/dialogs.tsx'
import type { OfImage } from './api.ts'
import { PatientDataForm } from './patient-data-form.tsx'

/** Returns a function that opens the dialog of an image's patient data and scale. */
export function useShowPatientData(image: OfImage): () => void {
  const { t } = useTranslation()
  const show = useShowDialog()
  return () => {
    const close = show({
      title: t('patientData.titleOf', { name: image.file_name }),
      size: 'lg',
      children: <PatientDataForm image={image} onDone={() => close()} />,
    })
  }
}
