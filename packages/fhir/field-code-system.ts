import type { StatedConcept } from './description.ts'
import type { Naming } from './identity.ts'
import type { Resource } from './resource.ts'
import { fieldCode, fieldSystem } from './statements.ts'

/** The fields of a dataset as a code system, each with its options. */
export function fieldCodeSystem({
  naming,
  scope,
  fields,
}: {
  /** That of the installation. */
  naming: Naming
  /** The scope of the studies of the dataset's messages. */
  scope: string
  fields: readonly (StatedConcept & { readonly options: readonly StatedConcept[] })[]
}): Resource {
  const url = fieldSystem(scope, naming)
  return {
    resourceType: 'CodeSystem',
    id: url.replace('urn:uuid:', ''),
    url,
    name: 'DatasetFields',
    title: `Fields of ${scope}`,
    status: 'active',
    experimental: false,
    caseSensitive: true,
    hierarchyMeaning: 'part-of',
    // Options that a field no longer offers are missing.
    content: 'fragment',
    ...(fields.length === 0
      ? {}
      : {
          concept: fields.map(({ options, ...field }) => ({
            ...conceptOf(field),
            ...(options.length === 0 ? {} : { concept: options.map(conceptOf) }),
          })),
        }),
  }
}

function conceptOf({ code, text }: StatedConcept): object {
  return { code: fieldCode(code), display: text }
}
