import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { haproxyProgram } from './debian-programs.ts'
import { listensOn } from '../../tests/listens-on.ts'
import { programOf, type Part, type Site } from './part.ts'

/** HAProxy before the web processes, the receivers and PostgreSQL. */
export interface Balancer {
  readonly part: Part
  readonly ports: Ports
}

interface Ports {
  readonly web: number
  readonly dicom: number
  readonly database: number
}

interface Behind {
  readonly web: readonly number[]
  readonly dicom: readonly number[]
  /** With Patroni's port, which tells whether it is the primary. */
  readonly database: readonly { readonly port: number; readonly restPort: number }[]
}

/** Its ports are chosen before those behind it are known. */
export async function chooseBalancerPorts(): Promise<Ports> {
  return { web: await freePort(), dicom: await freePort(), database: await freePort() }
}

export async function balancerOf(site: Site, ports: Ports, behind: Behind): Promise<Balancer> {
  const file = path.join(site.folder, 'haproxy.cfg')
  await writeFile(file, settings(ports, behind))
  const part = programOf(site, {
    name: 'haproxy',
    command: [haproxyProgram, '-db', '-f', file],
    answers: () => listensOn(ports.web),
  })
  return { part, ports }
}

function settings(ports: Ports, { web, dicom, database }: Behind): string {
  return `defaults
    mode tcp
    timeout connect 2s
    # A server asks its database and store when it is checked.
    timeout check 5s
    timeout client 1h
    timeout server 1h
    # Connections to a server that has failed are ended, not left to wait.
    default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
listen web
    bind 127.0.0.1:${ports.web}
    mode http
    timeout client 180s
    timeout server 180s
    timeout http-request 30s
    option httpchk GET /api/health/ready
    option redispatch
    retry-on conn-failure
${lines(
  'web',
  web.map((port) => `${port} check`),
)}
listen dicom
    bind 127.0.0.1:${ports.dicom}
${lines(
  'dicom',
  dicom.map((port) => `${port} check`),
)}
listen database
    bind 127.0.0.1:${ports.database}
    option httpchk GET /primary
${lines(
  'db',
  database.map(({ port, restPort }) => `${port} check port ${restPort}`),
)}
`
}

function lines(name: string, servers: readonly string[]): string {
  return servers.map((rest, i) => `    server ${name}${i + 1} 127.0.0.1:${rest}`).join('\n')
}
