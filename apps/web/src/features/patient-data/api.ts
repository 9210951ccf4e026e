import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { updateDataset } from '#contract/datasets'
import { getPatientData, statePatientData, statePatientTable } from '#contract/patient-data'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

/** The part of an image that the dialog needs. */
export interface OfImage {
  readonly id: number
  readonly dataset_id: number
  readonly file_name: string
}

const keyOf = ({ id, dataset_id }: OfImage) => ['dataset', dataset_id, 'patient-data', id]

export const patientDataOf = (image: OfImage) =>
  queryOptions({
    queryKey: keyOf(image),
    queryFn: ({ signal }) => call(getPatientData, { params: { id: image.id }, signal }),
    // Each opening of the dialog starts with the current values.
    gcTime: 0,
  })

export function useStatePatientData(
  image: Pick<OfImage, 'id' | 'dataset_id'>,
  { success }: { readonly success: string },
) {
  const { t } = useTranslation()
  return useCall(statePatientData, {
    title: t('patientData.title'),
    invalidates: [['dataset', image.dataset_id], ['annotator', image.id], ['report']],
    success: () => success,
  })
}

export function useStateTable(datasetId: number) {
  const { t } = useTranslation()
  return useCall(statePatientTable, {
    title: t('patientData.table.title'),
    invalidates: [['dataset', datasetId], ['report'], ['annotator']],
    quiet: true,
  })
}

export function useSaveScales(datasetId: number) {
  const { t } = useTranslation()
  return useCall(updateDataset, {
    title: t('patientData.scales.title'),
    invalidates: [['dataset', datasetId]],
    success: () => t('patientData.scales.saved'),
  })
}
