import type { BoundStatement } from './sql.ts'

/** What the process with the driver is told. */
export type OracleRequest =
  | {
      readonly kind: 'connect'
      readonly user: string
      readonly password: string
      readonly connectString: string
      readonly clientFolder: string | undefined
      /** The longest that one round trip may take. */
      readonly callMs: number
    }
  | { readonly kind: 'read'; readonly statement: BoundStatement }
  | { readonly kind: 'write'; readonly statement: BoundStatement; readonly keep: boolean }

/** What it answers: rows, or the code by which the driver or the server names what went wrong. */
export type OracleAnswer =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly code: string }
