/** RFC 9116 recommends less than a year, so that outdated copies are recognised. */
const validDays = 90

/** The text of security.txt (RFC 9116), valid for 90 days from now. */
export function securityText({
  contact,
  publicUrl,
  now,
}: {
  /** `mailto:` or `https:` URI. */
  readonly contact: string
  /** The address that users enter; null if the operator has not set it. */
  readonly publicUrl: string | null
  readonly now: Date
}): string {
  const expires = new Date(now.getTime() + validDays * 86_400_000)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, ko',
  ]
  if (publicUrl !== null) {
    lines.push(`Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`)
  }
  return `${lines.join('\n')}\n`
}
