import { createHash } from 'node:crypto'

/** The SHA-1 digest, for derived ids; no secret depends on it. */
export function sha1Of(bytes: Uint8Array): Uint8Array {
  return createHash('sha1').update(bytes).digest()
}
