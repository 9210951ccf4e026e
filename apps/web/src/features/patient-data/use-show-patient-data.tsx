import { useModals } from '@mantine/modals'
import { useTranslation } from 'react-i18next'

import type { OfImage } from './api.ts'
import { PatientDataForm } from './patient-data-form.tsx'

/** Returns a function that opens the dialog of an image's patient data and scale. */
export function useShowPatientData(image: OfImage): () => void {
  const { t } = useTranslation()
  const modals = useModals()
  return () => {
    const id = modals.openModal({
      title: t('patientData.titleOf', { name: image.file_name }),
      size: 'lg',
      closeButtonProps: { 'aria-label': t('common.close') },
      children: <PatientDataForm image={image} onDone={() => modals.closeModal(id)} />,
    })
  }
}
