/** The UID of a UUID (PS3.5 B.2): '2.25.' and the UUID's 128 bits as a decimal number. */
export function uidOfUuid(uuid: string): string {
  return `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`
}
