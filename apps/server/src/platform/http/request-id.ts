import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const requestIdHeader = 'x-request-id'

/** Safe in logs and in comments of SQL. */
const sane = /^[\w.-]{8,64}$/

/** The id that a proxy or program has given the request, if it is one, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader]
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}
