import type { Reference } from './resource.ts'

/** The SHA-1 digest of bytes: 20 bytes (FIPS 180-4). Version 5 of UUIDs is made of it. */
export type Sha1 = (bytes: Uint8Array) => Uint8Array

/** The UUID that a namespace's UUID and a name always give (RFC 9562, version 5). */
export function uuidV5(namespace: string, name: string, sha1: Sha1): string {
  const space = Uint8Array.from(namespace.replaceAll('-', '').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  const digest = sha1(new Uint8Array([...space, ...utf8(name)]))
  const hex = Array.from(digest.subarray(0, 16), (byte, i) => {
    const value = i === 6 ? (byte & 0x0f) | 0x50 : i === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function utf8(text: string): number[] {
  const escaped = encodeURIComponent(text.toWellFormed())
  return (escaped.match(/%..|[^]/g) ?? []).map((piece) =>
    piece.length === 1 ? piece.charCodeAt(0) : Number.parseInt(piece.slice(1), 16),
  )
}

/** The ids of a site's resources: the same object of the same site always has the same id. */
export interface Naming {
  readonly idOf: (kind: string, key: string) => string
  readonly referTo: (kind: string, key: string) => Reference
}

/** @param site the UUID of the installation. */
export function namingOf(site: string, sha1: Sha1): Naming {
  // JSON separates kind and key, so that no two pairs give one text.
  const idOf = (kind: string, key: string): string =>
    uuidV5(site, JSON.stringify([kind, key]), sha1)
  return { idOf, referTo: (kind, key) => ({ reference: `urn:uuid:${idOf(kind, key)}` }) }
}
