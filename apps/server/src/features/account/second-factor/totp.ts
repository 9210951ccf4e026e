import { createHmac, randomBytes } from 'node:crypto'

/** Seconds for which a code is valid (RFC 6238, X). */
const stepSeconds = 30
/** Number of steps before and after the present one whose codes count, because clocks differ. */
const tolerance = 1
const digits = 6
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20

/** A new secret of an authenticator app. */
export function newSecret(): Buffer {
  return randomBytes(secretBytes)
}

/** The code of a time step (RFC 4226, with HMAC-SHA-1). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The number of the time step at an instant. */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / stepSeconds)
}

/** The time step whose code this is, at about the given time; undefined if it is not. */
export function stepOf(secret: Buffer, code: string, time: Date): number | undefined {
  const now = stepAt(time)
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, i) => now - tolerance + i)
  return steps.find((step) => codeOf(secret, step) === code)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648) without padding, as people type it into an app. */
export function base32Of(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address that authenticator apps read from a QR code (Key Uri Format of Google Authenticator). */
export function addressOf(
  secret: Buffer,
  { issuer, account }: { issuer: string; account: string },
) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = new URLSearchParams({ secret: base32Of(secret), issuer })
  // Apps expect %20, not the + of a form.
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`
}
