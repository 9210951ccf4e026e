import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { openBucketClient } from '../platform/files/s3/client.ts'
import { freePort } from '../platform/free-port.ts'

const programs = ['account', 'container', 'object', 'proxy'] as const
type Program = (typeof programs)[number]

const server = path.join(import.meta.dirname, '../../../../tests/swift/serve.py')

/** Device folders need extended attributes, which older kernels lack in memory. */
const root = '/var/tmp'

/** Whether OpenStack Swift of Debian is installed; reports if it is not. */
export function haveSwift(): boolean {
  const missing = programs.filter((program) => !existsSync(`/usr/bin/swift-${program}-server`))
  if (missing.length === 0) return true
  const packages = missing.map((program) => `swift-${program}`).join(' ')
  console.warn(`SKIPPED: OpenStack Swift not installed (apt-get install ${packages}).`)
  return false
}

/** A user of the store, by the names of the official client's variables. */
interface Keys {
  readonly AWS_ACCESS_KEY_ID: string
  readonly AWS_SECRET_ACCESS_KEY: string
}

/** OpenStack Swift with its S3 interface, which belongs to this process. */
export interface Swift {
  readonly endpoint: string
  readonly keys: Keys
  /** A user who may only read what they are permitted to. */
  readonly otherKeys: Keys
  /** Permits the other user to read a bucket. */
  letOtherRead(bucket: string): Promise<void>
  /** Ends it, so that nothing answers; `resume` starts it again with the same objects and port. */
  stop(): Promise<void>
  resume(): Promise<void>
}

let running: Promise<Swift> | undefined

/** The same for all tests of this process; each uses buckets of its own. */
export function startSwift(): Promise<Swift> {
  running ??= start()
  return running
}

async function start(): Promise<Swift> {
  const home = await mkdtemp(path.join(root, 'fovea-swift-'))
  let child: ChildProcess | undefined
  const ports = {
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
    proxy: await freePort(),
  }
  const secrets = { admin: randomBytes(12).toString('hex'), other: randomBytes(12).toString('hex') }
  await mkdir(path.join(home, 'devices/d1'), { recursive: true })
  await writeFile(path.join(home, 'swift.conf'), clusterFile)
  for (const program of ['account', 'container', 'object'] as const) {
    await writeFile(path.join(home, `${program}.conf`), serverFile(program, home, ports[program]))
  }
  await writeFile(path.join(home, 'proxy.conf'), proxyFile(home, ports.proxy, secrets))
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  async function launch(): Promise<void> {
    child = spawn('/usr/bin/python3', [server, home, ...Object.values(ports).map(String)], {
      stdio: 'ignore',
    })
    // Ends with this process.
    child.unref()
    await answers(endpoint)
  }
  await launch()
  return {
    endpoint,
    keys: { AWS_ACCESS_KEY_ID: 'fovea:admin', AWS_SECRET_ACCESS_KEY: secrets.admin },
    otherKeys: { AWS_ACCESS_KEY_ID: 'fovea:other', AWS_SECRET_ACCESS_KEY: secrets.other },
    async letOtherRead(bucket) {
      // Swift's own interface: its S3 interface sets no rights of users.
      const signIn = { 'x-auth-user': 'fovea:admin', 'x-auth-key': secrets.admin }
      const { headers } = await fetch(`${endpoint}/auth/v1.0`, { headers: signIn })
      const token = headers.get('x-auth-token') ?? ''
      const rights = { 'x-auth-token': token, 'x-container-read': 'fovea:other,.rlistings' }
      const place = `${endpoint}/v1/AUTH_fovea/${bucket}`
      await fetch(place, { method: 'POST', headers: rights })
    },
    async stop() {
      if (child === undefined) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    resume: launch,
  }
}

/** Makes a bucket, whose keys this process uses from now on. */
export async function createBucket(swift: Swift, bucket: string): Promise<void> {
  Object.assign(process.env, swift.keys)
  const { endpoint } = swift
  const address = { bucket, prefix: '', region: undefined, endpoint }
  using client = await openBucketClient(address, () => undefined)
  await client.s3.send(new client.sdk.CreateBucketCommand({ Bucket: bucket }))
}

async function answers(endpoint: string): Promise<void> {
  for (let count = 0; count < 600; count++) {
    const answer = await fetch(`${endpoint}/healthcheck`).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(50)
  }
  throw new Error('OpenStack Swift does not answer.')
}

const clusterFile = `[swift-hash]
swift_hash_path_suffix = tests
swift_hash_path_prefix = fovea
[storage-policy:0]
name = one
default = yes
`

function commonOf(home: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${home}
devices = ${home}/devices
mount_check = false
disable_fallocate = true
log_level = WARNING
`
}

function serverFile(program: Program, home: string, port: number): string {
  return `${commonOf(home, port)}
[pipeline:main]
pipeline = ${program}-server
[app:${program}-server]
use = egg:swift#${program}
`
}

function proxyFile(home: string, port: number, secrets: { admin: string; other: string }): string {
  return `${commonOf(home, port)}
[pipeline:main]
pipeline = catch_errors healthcheck s3api tempauth slo dlo symlink versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = no
[filter:tempauth]
use = egg:swift#tempauth
user_fovea_admin = ${secrets.admin} .admin
user_fovea_other = ${secrets.other}
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:symlink]
use = egg:swift#symlink
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
`
}
