import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { onTestFinished } from 'vitest'

import { freePort } from '../apps/server/src/platform/free-port.ts'

interface Place {
  /** A folder for the proxy's files, with certificate.pem, key.pem and both.pem. */
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  /** Host and port of Fovea. */
  readonly upstream: string
}

/** A reverse proxy, run with the example of `deploy/`. */
export interface Proxy {
  readonly name: string
  /** Debian's package with the program. */
  readonly debian: string
  readonly example: string
  /** The parts of the example that are of its machine, with those of the test. */
  readonly replaced: (place: Place) => readonly (readonly [from: string, to: string])[]
  /** The whole configuration, around the example. */
  readonly around: (example: string, place: Place) => string
  readonly command: (configuration: string) => readonly [program: string, ...args: string[]]
}

const certificate = '/etc/ssl/fovea'

export const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    debian: 'nginx-light',
    example: 'nginx.conf',
    replaced: ({ folder, port, plainPort, upstream }) => [
      ['listen 443 ', `listen ${port} `],
      ['listen 80;', `listen ${plainPort};`],
      [`${certificate}/fullchain.pem`, `${folder}/certificate.pem`],
      [`${certificate}/privkey.pem`, `${folder}/key.pem`],
      ['/var/log/nginx/fovea.log', `${folder}/access.log`],
      ['127.0.0.1:8080', upstream],
    ],
    around: (example, { folder }) => `
      daemon off;
      pid ${folder}/nginx.pid;
      error_log stderr warn;
      events {}
      http {
        client_body_temp_path ${folder}/bodies;
        proxy_temp_path ${folder}/answers;
        ${example}
      }`,
    command: (configuration) => ['/usr/sbin/nginx', '-e', 'stderr', '-c', configuration],
  },
  {
    name: 'haproxy',
    debian: 'haproxy',
    example: 'haproxy.cfg',
    replaced: ({ folder, port, plainPort, upstream }) => [
      ['bind :443 ', `bind :${port} `],
      ['bind :80\n', `bind :${plainPort}\n`],
      [`${certificate}/fovea.pem`, `${folder}/both.pem`],
      ['127.0.0.1:8080', upstream],
    ],
    around: (example) => example,
    command: (configuration) => ['/usr/sbin/haproxy', '-db', '-f', configuration],
  },
  {
    name: 'caddy',
    debian: 'caddy',
    example: 'Caddyfile',
    replaced: ({ port, upstream, folder }) => [
      [
        'fovea.example.org {\n',
        `localhost:${port} {\n\ttls ${folder}/certificate.pem ${folder}/key.pem\n`,
      ],
      ['127.0.0.1:8080', upstream],
    ],
    around: (example, { plainPort }) =>
      `{\n\tadmin off\n\tlog {\n\t\tlevel ERROR\n\t}\n\thttp_port ${plainPort}\n}\n${example}`,
    command: (configuration) => [
      '/usr/bin/caddy',
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      configuration,
    ],
  },
]

/**
 * Starts the proxy before a server, until the test ends.
 * @returns where it listens, and the certificate to trust
 */
export async function startProxy(proxy: Proxy, server: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-proxy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await chmod(folder, 0o755)
  const ca = await writeCertificate(folder)
  const [port, plainPort] = [await freePort(), await freePort()]
  const place = { folder, port, plainPort, upstream: new URL(server).host }
  const configuration = path.join(folder, proxy.example)
  await writeFile(configuration, await configurationOf(proxy, place))
  const [program, ...args] = proxy.command(configuration)
  const running = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(running, 'exit')
  onTestFinished(async () => {
    running.kill('SIGTERM')
    await ended
  })
  return { origin: `https://localhost:${port}`, plain: `http://localhost:${plainPort}`, ca }
}

async function configurationOf(proxy: Proxy, place: Place): Promise<string> {
  const file = path.join(import.meta.dirname, '../deploy', proxy.example)
  let text = await readFile(file, 'utf8')
  for (const [from, to] of proxy.replaced(place)) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return proxy.around(text, place)
}

async function writeCertificate(folder: string): Promise<string> {
  const [certificateFile, key] = [
    path.join(folder, 'certificate.pem'),
    path.join(folder, 'key.pem'),
  ]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', certificateFile]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files]
  execFileSync('/usr/bin/openssl', made, { stdio: 'ignore' })
  const ca = await readFile(certificateFile, 'utf8')
  await writeFile(path.join(folder, 'both.pem'), ca + (await readFile(key, 'utf8')))
  return ca
}
