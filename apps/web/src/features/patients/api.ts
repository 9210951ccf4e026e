import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  erasePatient,
  exportPatient,
  findPatient,
  listPatientErasures,
  type PatientErasure,
} from '#contract/patients'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { currentLanguage } from '../../i18n/i18n.ts'

/** A patient by the exact ID; without an issuer, of every issuer. */
export interface Which {
  readonly patient_id: string
  readonly issuer?: string
}

const key = ['patients']

export const foundPatient = (which: Which) =>
  queryOptions({
    queryKey: [...key, 'found', which],
    queryFn: ({ signal }) => call(findPatient, { query: which, signal }),
    // Others may add images meanwhile.
    staleTime: 0,
    gcTime: 0,
  })

export const patientErasures = queryOptions({
  queryKey: [...key, 'erasures'],
  queryFn: ({ signal }) => call(listPatientErasures, { signal }),
})

export function exportAddress(which: Which): string {
  return addressOf(exportPatient, { query: { ...which, language: currentLanguage() } })
}

/** Queries that show or count the erased images. */
const shownElsewhere = [['datasets'], ['dataset'], ['exports'], ['undo']]

export function useErasePatient() {
  const { t } = useTranslation()
  return useCall(erasePatient, {
    title: t('patients.erase'),
    invalidates: [key, ...shownElsewhere],
    success: ({ counts }: PatientErasure) => t('patients.erased', { count: counts.images }),
  })
}
