import { imageFilters, ImageOrder } from '#contract/image-filters'
import type { referralStates, ReportState } from '#contract/images'
import type { FilterQuery } from '#contract/saved-filters'

const names = [
  'folder',
  'file_name__icontains',
  'patientName__icontains',
  'patientID__icontains',
  'studyDate__gte',
  'studyDate__lte',
  'stateMICS',
  'reportState',
  'annotated',
  'category_ids__in',
  'open_comments',
  'fields',
  'order',
  'ascending',
] as const

/** Filters and order of a dataset's images, as in the query string. */
export interface ImageQuery {
  folder?: string
  file_name__icontains?: string
  patientName__icontains?: string
  patientID__icontains?: string
  studyDate__gte?: string
  studyDate__lte?: string
  stateMICS?: (typeof referralStates)[number]
  reportState?: ReportState
  annotated?: 'true' | 'false' | ''
  category_ids__in?: string
  open_comments?: 'true'
  /** Filters of fields as JSON (contract/fields/filter.ts). */
  fields?: string
  order: ImageOrder
  ascending?: 'true' | 'false'
  /** Keeps the images of a visit together. */
  by_visit?: 'true'
}

export function isImageOrder(value: unknown): value is ImageOrder {
  return ImageOrder.safeParse(value).success
}

type UnsignedOrder = Exclude<ImageOrder, `-${string}`>

/** The sort key of a list and its direction. */
export function orderOf({ order, ascending }: ImageQuery) {
  return {
    key: order.replace(/^-/u, '') as UnsignedOrder,
    isAscending: ascending === undefined ? !order.startsWith('-') : ascending === 'true',
  }
}

/** The filters in the query string, without values that the server would refuse. */
export function imageQueryOf(parameters: URLSearchParams, usualOrder: ImageOrder): ImageQuery {
  const known = names.flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value !== null && imageFilters[name].safeParse(value).success ? [[name, value]] : []
  })
  return { order: usualOrder, ...Object.fromEntries(known) }
}

/** Changes that remove all filters except the folder. */
export const noFilters = {
  file_name__icontains: undefined,
  patientName__icontains: undefined,
  patientID__icontains: undefined,
  studyDate__gte: undefined,
  studyDate__lte: undefined,
  stateMICS: undefined,
  reportState: undefined,
  annotated: undefined,
  category_ids__in: undefined,
  open_comments: undefined,
  fields: undefined,
} satisfies { [Name in keyof ImageQuery]?: undefined }

/** True if a filter other than the folder is set. */
export function isFiltered(query: ImageQuery): boolean {
  return Object.keys(noFilters).some((name) => name in query)
}

/** The part of a query to save: not the folder, nor how the list is grouped. */
export function savedPart({ folder: _folder, by_visit: _byVisit, ...query }: ImageQuery) {
  return query satisfies FilterQuery
}

/** Changes that replace all filters and the order by saved ones, without values that are refused now. */
export function changesToSaved(saved: FilterQuery, usualOrder: ImageOrder) {
  const query = imageQueryOf(new URLSearchParams(saved), usualOrder)
  return { ...noFilters, ascending: undefined, ...savedPart(query) }
}

/** The address of the annotator for an image, with the list for its previous and next image. */
export function annotatorAddress(imageId: number, query: ImageQuery): string {
  return `/annotate/${imageId}?${listedBy(query)}`
}

/** The query as the annotator's address has it, to find the next image of the list. */
export function listedBy(query: ImageQuery): string {
  return new URLSearchParams(Object.entries(query)).toString()
}

/**
 * No filter if both toggles are on, one value if only one is, and a value without matches if neither is.
 */
export function annotatedValue(annotated: boolean, notAnnotated: boolean) {
  if (annotated && notAnnotated) return undefined
  if (annotated) return 'true'
  return notAnnotated ? 'false' : ''
}

export function annotatedToggles(value: ImageQuery['annotated']) {
  return {
    annotated: value === undefined || value === 'true',
    notAnnotated: value === undefined || value === 'false',
  }
}

/** The path to a folder from the top: 'a/b' is a, then a/b. */
export function foldersOnTheWay(folder: string): { name: string; path: string }[] {
  const parts = folder.split('/').filter((name) => name !== '')
  return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') }))
}
