import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'

import { isMessageKey, message, type Message } from '#contract/messages/message'
import type { MicsSettings } from '#contract/mics'

import { log } from '../../../platform/log.ts'
import { MicsError } from '../adapter.ts'
import type { OracleAnswer, OracleRequest } from './oracle-messages.ts'
import type { Row, SqlSession } from './sql.ts'

interface OracleOptions {
  readonly settings: MicsSettings
  readonly password: string
  /** Uses Oracle's own client, for servers that the driver alone cannot connect to. */
  readonly clientFolder: string | undefined
  /** The address that the operator allows for the host. */
  findAddress(): Promise<string>
}

const program = path.join(import.meta.dirname, 'oracle-process.ts')
const connectSeconds = 10
const callMs = 10_000

/**
 * A connection to Oracle by a driver in a separate process, ended with the session. The driver's
 * own limits do not cover a server that accepts and then stays silent, so ours end the process.
 */
export function openOracleSession(options: OracleOptions): SqlSession {
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { PATH: process.env['PATH'], TZ: 'UTC' },
  })
  let connected: Promise<unknown> | undefined

  async function connect(signal: AbortSignal): Promise<void> {
    const connectString = descriptorOf(await options.findAddress(), options.settings)
    const { password, clientFolder } = options
    const user = options.settings.USERNAME
    await ask(
      child,
      { kind: 'connect', user, password, connectString, clientFolder, callMs },
      signal,
    )
  }

  async function carryOut(request: OracleRequest, signal: AbortSignal): Promise<readonly Row[]> {
    connected ??= connect(signal)
    await connected
    return ask(child, request, signal)
  }
  return {
    read: (statement, signal) => carryOut({ kind: 'read', statement }, signal),
    async write(statement, { signal, keep }) {
      await carryOut({ kind: 'write', statement, keep }, signal)
    },
    close() {
      child.kill('SIGKILL')
      return Promise.resolve()
    },
  }
}

/** Built from checked parts: form input never becomes part of the descriptor's grammar. */
function descriptorOf(address: string, { PORT, SERVICENAME }: MicsSettings): string {
  const target = `(ADDRESS=(PROTOCOL=TCP)(HOST=${address})(PORT=${PORT}))`
  const limits = `(CONNECT_TIMEOUT=${connectSeconds})(TRANSPORT_CONNECT_TIMEOUT=${connectSeconds})(RETRY_COUNT=0)`
  return `(DESCRIPTION=${limits}${target}(CONNECT_DATA=(SERVICE_NAME=${SERVICENAME})))`
}

/** One request to the process, which is ended if it is late. */
async function ask(
  child: ChildProcess,
  request: OracleRequest,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<OracleAnswer>()
  const giveUp = (): void => {
    child.kill('SIGKILL')
    reject(new MicsError(message('mics.late')))
  }
  const onExit = (): void => reject(new MicsError(message('mics.broken')))
  child.once('message', (answer) => resolve(answer as OracleAnswer))
  child.once('exit', onExit)
  child.once('error', onExit)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    signal.throwIfAborted()
    child.send(request)
    const answer = await promise
    if ('rows' in answer) return answer.rows
    throw explain(answer.code)
  } finally {
    signal.removeEventListener('abort', giveUp)
    child.off('exit', onExit)
    child.off('error', onExit)
  }
}

/** Remedies for known codes; other codes are passed on unchanged, for database administrators. */
const words = {
  'NJS-138': 'mics.oracleTooOld',
  'NJS-116': 'mics.oracleVerifier',
  'NJS-533': 'mics.oracleEncryption',
  'ORA-12660': 'mics.oracleEncryption',
  'DPI-1047': 'mics.oracleClient',
  'DPI-1072': 'mics.oracleClient',
  'NJS-045': 'mics.oracleClient',
  'ORA-01017': 'mics.oracleLogin',
  'ORA-28000': 'mics.oracleLogin',
  'ORA-12514': 'mics.oracleService',
  'NJS-518': 'mics.oracleService',
  'NJS-517': 'mics.oracleService',
  'NJS-503': 'mics.unreachable',
  'NJS-511': 'mics.unreachable',
  'ORA-12541': 'mics.unreachable',
  'NJS-510': 'mics.late',
  'NJS-521': 'mics.late',
  'NJS-123': 'mics.late',
  'NJS-500': 'mics.broken',
  'NJS-501': 'mics.broken',
  'ORA-03113': 'mics.broken',
} as const

function explain(code: string): MicsError {
  log.warn('Oracle', { code })
  return new MicsError(toldOf(code))
}

function toldOf(code: string): Message {
  const key = Object.entries(words).find(([known]) => known === code)?.[1]
  return key !== undefined && isMessageKey(key)
    ? { key, params: {} }
    : message('mics.oracleOther', { code })
}
