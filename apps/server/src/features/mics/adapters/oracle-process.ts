// The Oracle driver in a separate process, which can be ended if it hangs. One connection; one
// request at a time.
import oracledb, { type Binds, type Connection } from 'oracledb'

import { answerParent } from '../../../platform/answer-parent.ts'
import type { OracleAnswer, OracleRequest } from './oracle-messages.ts'
import type { BoundStatement } from './sql.ts'

/** A patient's day has few orders. */
const mostRows = 100
let connection: Connection | undefined

answerParent(answer)

async function answer(request: OracleRequest): Promise<OracleAnswer> {
  try {
    return { rows: await carryOut(request) }
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    // The server's own code is more specific than the driver's around it.
    const code = /\bORA-\d+/.exec(text) ?? /\b(?:NJS|DPI)-\d+/.exec(text)
    return { code: code?.[0] ?? 'unknown' }
  }
}

async function carryOut(request: OracleRequest): Promise<Record<string, unknown>[]> {
  if (request.kind === 'connect') {
    await open(request)
    return []
  }
  if (connection === undefined) throw new Error('There is no connection.')
  if (request.kind === 'read') {
    const { rows } = await connection.execute(request.statement.sql, bindsOf(request.statement), {
      outFormat: oracledb.OUT_FORMAT_OBJECT,
      maxRows: mostRows,
    })
    return rows ?? []
  }
  await connection.execute(request.statement.sql, bindsOf(request.statement), { autoCommit: false })
  await (request.keep ? connection.commit() : connection.rollback())
  return []
}

async function open(request: Extract<OracleRequest, { kind: 'connect' }>): Promise<void> {
  const { user, password, connectString, clientFolder, callMs } = request
  if (clientFolder !== undefined) oracledb.initOracleClient({ libDir: clientFolder })
  connection = await oracledb.getConnection({ user, password, connectString })
  connection.callTimeout = callMs
}

function bindsOf({ binds }: BoundStatement): Binds {
  return Object.fromEntries(
    Object.entries(binds).map(([name, value]) => [name, { val: value, dir: oracledb.BIND_IN }]),
  )
}
