import { createHash } from 'node:crypto'

/** The SHA-1 digest, for ids that are made of it; no secret rests on it. */
export function sha1Of(bytes: Uint8Array): Uint8Array {
  return createHash('sha1').update(bytes).digest()
}
