/** A resource in JSON (FHIR R4, 2.1). */
export interface Resource {
  readonly resourceType: string
  readonly id?: string
  readonly [element: string]: unknown
}

export interface Entry {
  readonly fullUrl?: string
  readonly resource?: Resource
  readonly request?: { readonly method: string; readonly url: string }
}

export interface Bundle extends Resource {
  readonly resourceType: 'Bundle'
  readonly type: string
  readonly entry?: readonly Entry[]
}

/** Whether it claims to be a bundle. */
export function isBundle(value: unknown): value is Bundle {
  return isObject(value) && value['resourceType'] === 'Bundle'
}

export interface Coding {
  readonly system?: string
  readonly version?: string
  readonly code?: string
  readonly display?: string
}

export interface CodeableConcept {
  readonly coding?: readonly Coding[]
  readonly text?: string
}

export interface Reference {
  readonly reference: string
}

/** Whether it is a JSON object: neither a list nor a value. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The elements of a list, one element as a list of one, nothing as an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The objects among an element's values. */
export function objectsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return listOf(value).filter(isObject)
}

/** The resources of a bundle in their order. */
export function resourcesOf(bundle: Bundle): readonly Resource[] {
  return (bundle.entry ?? []).flatMap(({ resource }) => (resource === undefined ? [] : [resource]))
}

/** Removes elements without content: undefined, '' and empty lists. */
export function withoutEmpty<T extends object>(resource: T): T {
  return Object.fromEntries(
    Object.entries(resource).filter(
      ([, value]) =>
        value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as T
}
