import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { imageFilters } from './image-filters.ts'
import { Day, Id, IdText, idParams, Label, Success } from './primitives.ts'

type FilterName = keyof typeof imageFilters
const filterNames = Object.keys(imageFilters) as [FilterName, ...FilterName[]]

/** A day that moves with the calendar: `today`, or `today-6` for six days before it. */
export const MovingDay = z.string().regex(/^today(?:-[1-9]\d{0,3})?$/)

const SavedDay = z.union([Day, MovingDay]).optional()
const SavedFilters = z.strictObject({
  ...imageFilters,
  studyDate__gte: SavedDay,
  studyDate__lte: SavedDay,
})

/** Filters and order of a dataset's list of images, as its query has them, or with moving days. */
export const FilterQuery = z
  .partialRecord(z.enum(filterNames), z.string().max(2000))
  .refine((query) => SavedFilters.safeParse(query).success)
export type FilterQuery = z.infer<typeof FilterQuery>

/** A query that a person has named, for themselves, in one dataset. */
export const SavedFilter = z.object({ id: Id, name: z.string(), query: FilterQuery })
export type SavedFilter = z.infer<typeof SavedFilter>

/** How many filters a person may save in a dataset. */
export const mostSavedFilters = 100

const ofOne = z.strictObject({ id: IdText, filter: IdText })

export const listSavedFilters = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/filters',
  summary: 'The caller’s own saved filters in the dataset, by name',
  access: 'view',
  scope: null,
  params: idParams,
  response: z.array(SavedFilter),
})

export const saveFilter = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/filters',
  summary: 'Save filters and order of the dataset’s list under a name, for the caller',
  access: 'view',
  scope: null,
  params: idParams,
  body: z.strictObject({ name: Label, query: FilterQuery }),
  status: 201,
  response: SavedFilter,
})

export const renameSavedFilter = endpoint({
  method: 'PATCH',
  path: '/api/dataset/:id/filters/:filter',
  summary: 'Rename an own saved filter',
  access: 'view',
  scope: null,
  params: ofOne,
  body: z.strictObject({ name: Label }),
  response: SavedFilter,
})

export const deleteSavedFilter = endpoint({
  method: 'DELETE',
  path: '/api/dataset/:id/filters/:filter',
  summary: 'Delete an own saved filter',
  access: 'view',
  scope: null,
  params: ofOne,
  response: Success,
})
