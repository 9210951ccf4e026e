import { createHash } from 'node:crypto'

import type { Description } from '../description.ts'
import type { Sha1 } from '../identity.ts'
import * as message from '../message.ts'
import type { Bundle } from '../resource.ts'

export const sha1: Sha1 = (bytes) => createHash('sha1').update(bytes).digest()

/** A message as the server creates it. */
export function messageOf(description: Description, version: number): Bundle {
  return message.messageOf(description, version, sha1)
}
