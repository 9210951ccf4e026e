import { createHash } from 'node:crypto'

/** The stored form of a token: it has too many random bits to need a slow hash. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
