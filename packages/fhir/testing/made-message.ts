import { createHash } from 'node:crypto'

import type { Description } from '../description.ts'
import type { Sha1 } from '../identity.ts'
import * as message from '../message.ts'
import { resourcesOf, type Bundle, type Resource } from '../resource.ts'

export const sha1: Sha1 = (bytes) => createHash('sha1').update(bytes).digest()

/** A message as the server creates it. */
export function messageOf(description: Description, version: number): Bundle {
  return message.messageOf(description, version, sha1)
}

/** The first resource of a type. */
export function resource(bundle: Bundle, type: string): Resource | undefined {
  return resourcesOf(bundle).find(({ resourceType }) => resourceType === type)
}
