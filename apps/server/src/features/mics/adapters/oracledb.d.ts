/** The used part of node-oracledb, which has no types. */
declare module 'oracledb' {
  export type Binds = Readonly<Record<string, { val: unknown; dir: number }>>

  export interface Connection {
    /** Milliseconds of one round trip. */
    callTimeout: number
    execute(
      sql: string,
      binds: Binds,
      options: { outFormat?: number; maxRows?: number; autoCommit?: boolean },
    ): Promise<{ rows?: Record<string, unknown>[] }>
    commit(): Promise<void>
    rollback(): Promise<void>
  }

  const oracledb: {
    readonly OUT_FORMAT_OBJECT: number
    readonly BIND_IN: number
    initOracleClient(options: { libDir: string }): void
    getConnection(to: {
      user: string
      password: string
      connectString: string
    }): Promise<Connection>
  }
  export default oracledb
}
