import { imageFilters, ImageOrder } from '#contract/image-filters'
import type { referralStates, ReportState } from '#contract/images'

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
  'fields',
  'order',
  'ascending',
] as const

/** Which images of a dataset are listed and how, in the words of the query string. */
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
  /** Filters of fields as JSON (contract/fields/filter.ts). */
  fields?: string
  order: ImageOrder
  ascending?: 'true' | 'false'
}

export function isImageOrder(value: unknown): value is ImageOrder {
  return ImageOrder.safeParse(value).success
}

type UnsignedOrder = Exclude<ImageOrder, `-${string}`>

/** The key that a list is ordered by, and its direction. */
export function orderOf({ order, ascending }: ImageQuery) {
  return {
    key: order.replace(/^-/u, '') as UnsignedOrder,
    isAscending: ascending === undefined ? !order.startsWith('-') : ascending === 'true',
  }
}

/** What the query string asks for; what the server would refuse is left out. */
export function imageQueryOf(parameters: URLSearchParams, usualOrder: ImageOrder): ImageQuery {
  const known = names.flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value !== null && imageFilters[name].safeParse(value).success ? [[name, value]] : []
  })
  return { order: usualOrder, ...Object.fromEntries(known) }
}

/** What to change so that nothing but the folder narrows the list. */
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
  fields: undefined,
} satisfies { [Name in keyof ImageQuery]?: undefined }

/** True where something but the folder narrows the list. */
export function isFiltered(query: ImageQuery): boolean {
  return Object.keys(noFilters).some((name) => name in query)
}

/** The address of the annotator for an image, with the list that its neighbours come from. */
export function annotatorAddress(imageId: number, query: ImageQuery): string {
  return `/annotate/${imageId}?${new URLSearchParams(Object.entries(query))}`
}

/** Both toggles on: no filter; one: that one; neither: a value that nothing matches. */
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

/** A folder's way from the top: 'a/b' is a, then a/b. */
export function foldersOnTheWay(folder: string): { name: string; path: string }[] {
  const parts = folder.split('/').filter((name) => name !== '')
  return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') }))
}
