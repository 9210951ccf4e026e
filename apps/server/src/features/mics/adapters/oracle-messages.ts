import type { BoundStatement } from './sql.ts'

/** Requests to the process with the driver. */
export type OracleRequest =
  | {
      readonly kind: 'connect'
      readonly user: string
      readonly password: string
      readonly connectString: string
      readonly clientFolder: string | undefined
      /** Maximum time of one round trip. */
      readonly callMs: number
    }
  | { readonly kind: 'read'; readonly statement: BoundStatement }
  | { readonly kind: 'write'; readonly statement: BoundStatement; readonly keep: boolean }

/** Its answer: rows, or the error code of the driver or the server. */
export type OracleAnswer =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly code: string }
