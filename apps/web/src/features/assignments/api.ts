import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  closeAssignment,
  createAssignment,
  exportGrades,
  getAssignment,
  getWorkCase,
  handBackCase,
  type ItemState,
  listAssignedCases,
  listAssignments,
  listWork,
  pauseCase,
  referCase,
  type StateCounts,
  submitCase,
} from '#contract/assignments'
import { getFields } from '#contract/fields'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const workKey = ['work']
const assignmentsKey = (datasetId: number) => ['assignments', datasetId]

export const work = queryOptions({
  queryKey: [...workKey, 'list'],
  queryFn: ({ signal }) => call(listWork, { signal }),
})

export const workCase = (imageId: number) =>
  queryOptions({
    queryKey: [...workKey, 'case', imageId],
    queryFn: ({ signal }) => call(getWorkCase, { params: { id: imageId }, signal }),
  })

/** How often the progress of copying is looked up, in milliseconds. */
const copyingPause = 2000

export const assignments = (datasetId: number) =>
  queryOptions({
    queryKey: [...assignmentsKey(datasetId), 'list'],
    queryFn: ({ signal }) => call(listAssignments, { params: { id: datasetId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ ready }) => !ready) === true ? copyingPause : false,
  })

export const assignment = (datasetId: number, id: number) =>
  queryOptions({
    queryKey: [...assignmentsKey(datasetId), id],
    queryFn: ({ signal }) =>
      call(getAssignment, { params: { id: datasetId, assignment: id }, signal }),
  })

export interface CasesQuery {
  readonly page: number
  readonly state: ItemState | undefined
}

export const cases = (datasetId: number, id: number, { page, state }: CasesQuery) =>
  queryOptions({
    queryKey: [...assignmentsKey(datasetId), id, 'cases', page, state],
    queryFn: ({ signal }) =>
      call(listAssignedCases, {
        params: { id: datasetId, assignment: id },
        query: { page, ...(state !== undefined && { state }) },
        signal,
      }),
  })

export const fieldsOfDataset = (datasetId: number) =>
  queryOptions({
    queryKey: ['assignable fields', datasetId],
    queryFn: ({ signal }) => call(getFields, { params: { id: datasetId }, signal }),
  })

export function gradesAddress(datasetId: number, id: number): string {
  return addressOf(exportGrades, { params: { id: datasetId, assignment: id } })
}

export function useCreateAssignment(datasetId: number) {
  const { t } = useTranslation()
  return useCall(createAssignment, {
    title: t('assignments.adding'),
    invalidates: [assignmentsKey(datasetId), workKey],
    success: ({ blinded }) => t(blinded ? 'assignments.addedBlinded' : 'assignments.added'),
  })
}

export function useHandBack(datasetId: number) {
  const { t } = useTranslation()
  return useCall(handBackCase, {
    title: t('assignments.handingBack'),
    invalidates: [assignmentsKey(datasetId)],
  })
}

export function useClose(datasetId: number) {
  const { t } = useTranslation()
  return useCall(closeAssignment, {
    title: t('assignments.closing'),
    invalidates: [assignmentsKey(datasetId), workKey],
  })
}

export function useSubmitCase() {
  const { t } = useTranslation()
  return useCall(submitCase, { title: t('assignments.submitting'), invalidates: [workKey] })
}

export function usePauseCase() {
  const { t } = useTranslation()
  return useCall(pauseCase, { title: t('assignments.pausing'), invalidates: [workKey] })
}

export function useReferCase() {
  const { t } = useTranslation()
  return useCall(referCase, { title: t('assignments.referring'), invalidates: [workKey] })
}

/** How many cases there are, and how many the reader has given out of hand. */
export function progressOf({ open, paused, referred, submitted }: StateCounts) {
  const done = referred + submitted
  return { done, total: done + open + paused }
}

/** Whether cases are open after the day on which they are due. */
export function isLate(
  { due_on: due, cases: counts }: { readonly due_on: string | null; readonly cases: StateCounts },
  today: string,
): boolean {
  const { done, total } = progressOf(counts)
  return due !== null && due < today && done < total
}
