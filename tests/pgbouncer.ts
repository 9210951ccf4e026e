import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../apps/server/src/platform/free-port.ts'
import { listensOn } from './listens-on.ts'

const program = '/usr/sbin/pgbouncer'

export const hasPgBouncer = existsSync(program)

/** PgBouncer refuses the superuser. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

interface Pooler extends AsyncDisposable {
  /** The address of the same database through it. */
  readonly address: string
}

/**
 * PgBouncer before a database, in transaction mode: sessions are given to others after each
 * transaction.
 * @param sessions how many PgBouncer has with the server
 */
export async function startPgBouncer(address: string, sessions: number): Promise<Pooler> {
  await using resources = new AsyncDisposableStack()
  const server = new URL(address)
  const port = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-pgbouncer-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const settings = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
server_login_retry = 1
`,
  )
  const child = spawn(program, ['-q', settings], { stdio: 'ignore', ...nobody })
  const ended = once(child, 'exit')
  resources.defer(async () => {
    child.kill('SIGINT')
    await ended
  })
  while (!(await listensOn(port))) await sleep(20)
  server.port = String(port)
  const started = resources.move()
  return { address: server.href, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
