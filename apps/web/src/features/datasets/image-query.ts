import { imageFilters, imageOrders } from '#contract/datasets'

const names = [
  'folder',
  'file_name__icontains',
  'patientName__icontains',
  'annotated',
  'category_ids__in',
  'order',
] as const

export type ImageOrder = (typeof imageOrders)[number]

/** Which images of a dataset are listed and how, in the words of the query string. */
export interface ImageQuery {
  folder?: string
  file_name__icontains?: string
  patientName__icontains?: string
  annotated?: 'true' | 'false' | ''
  category_ids__in?: string
  order: ImageOrder
}

export function isImageOrder(value: unknown): value is ImageOrder {
  return imageOrders.some((order) => order === value)
}

/** What the query string asks for; what the server would refuse is left out. */
export function imageQueryOf(parameters: URLSearchParams, usualOrder: ImageOrder): ImageQuery {
  const known = names.flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value !== null && imageFilters[name].safeParse(value).success ? [[name, value]] : []
  })
  return { order: usualOrder, ...Object.fromEntries(known) }
}

/** True where something but the folder and the order narrows the list. */
export function isFiltered({ folder: _folder, order: _order, ...filters }: ImageQuery): boolean {
  return Object.keys(filters).length > 0
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
