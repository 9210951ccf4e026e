/** About messages to other systems. */
export const outbox = {
  unknownKind: 'A message of a kind that this server no longer sends',
  late: 'The other system did not answer in time.',
  unexpected:
    'An unexpected error stopped the delivery. See message {{letter}} in the server’s log.',
} as const
