/** The browser made or used no passkey: its user cancelled, or has none for this site. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
}
