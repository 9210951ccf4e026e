import type { Endpoint } from '#contract/endpoint'

import type { AuditedObject } from './route.ts'

/** The audit trail's name of the object, if the path uses another. */
const nouns: Readonly<Record<string, string>> = {
  admin: 'administration',
  annotator: 'image',
  resultAI: 'result',
  tasks: 'task',
}

interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** The object of a call that was refused before it could name it: the ids in its input. */
export function triedObject({ path }: Pick<Endpoint, 'path'>, input: Input): AuditedObject {
  const noun = path.split('/')[2] ?? ''
  const tried = Object.fromEntries(
    [input.body, input.query, input.params].flatMap((part) =>
      Object.entries(part ?? {}).filter(([name, value]) => isIdentity(name, value)),
    ),
  )
  const { id, dataset_id: datasetId, ...others } = tried
  const { instance, ...unnamed } = others
  // The undo list names a kind of object by it; for DICOMweb an instance is a UID.
  const isKind = noun === 'undo' && typeof instance === 'string'
  return {
    type: isKind ? instance : (nouns[noun] ?? noun),
    ...(typeof id === 'number' ? { id } : {}),
    detail: {
      ...(isKind ? unnamed : others),
      ...(datasetId === undefined ? {} : { dataset_id: datasetId }),
    },
  }
}

function isIdentity(name: string, value: unknown): boolean {
  if (name === 'username' || name === 'instance') return typeof value === 'string'
  return (name === 'id' || name.endsWith('_id')) && typeof value === 'number'
}
