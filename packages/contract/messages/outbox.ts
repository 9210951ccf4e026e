/** About what is sent to other systems. */
export const outbox = {
  unknownKind: 'A message of a kind that this server no longer sends',
  late: 'The other system did not answer in time.',
  unexpected: 'An unexpected error stopped it; the server’s log has it under message {{letter}}.',
} as const
