import { Client } from 'pg'

import { requestId } from '../log.ts'

/**
 * A client whose statements begin with the id of the request that they belong to, as a comment: so
 * PostgreSQL's log and `pg_stat_activity` name it, without another round trip.
 */
export class NamingClient extends Client {
  /** @param args as those of the overloads of `Client` */
  override query(...args: unknown[]): never {
    const [statement, ...others] = args
    const id = requestId()
    const isNamed = id !== undefined && typeof statement === 'string'
    const named = isNamed ? `/* ${id} */ ${statement}` : statement
    return super.query(...([named, ...others] as [string])) as never
  }
}
