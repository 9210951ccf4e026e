import { isIP } from 'node:net'

/** The site for which passkeys are made (WebAuthn's relying party). */
export interface RelyingParty {
  /** A domain; passkeys belong to it for good. */
  readonly id: string
  readonly origin: string
  /** The product's name, for the browser's dialog. */
  readonly name: string
}

/** Null without a public address with a domain: passkeys then cannot be used. */
export function relyingPartyOf({
  publicUrl,
  product,
}: {
  publicUrl: string | null
  product: { readonly name: string }
}): RelyingParty | null {
  if (publicUrl === null) return null
  const { hostname: id, origin } = new URL(publicUrl)
  // Of a literal IPv6 address, URL keeps the brackets.
  return isIP(id) === 0 && !id.startsWith('[') ? { id, origin, name: product.name } : null
}
