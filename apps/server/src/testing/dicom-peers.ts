import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { onTestFinished } from 'vitest'

import { describeFile } from '../platform/dicom-network/store.ts'
import type { Peer } from '../platform/dicom-network/user.ts'
import { freePort } from '../platform/free-port.ts'

const orthancProgram = '/usr/sbin/Orthanc'
const dicomwebPlugin = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so'
const folderOfDcmtk = '/usr/bin'

/** Whether the real peers, DCMTK and Orthanc of Debian, are installed; reports if they are not. */
export function havePeers(): boolean {
  const ofDcmtk = ['storescu', 'dcmqrscp'].map((name) => `${folderOfDcmtk}/${name}`)
  const programs = [orthancProgram, ...ofDcmtk, '/usr/bin/openssl']
  const missing = programs.filter((program) => !existsSync(program))
  if (missing.length === 0) return true
  console.warn(
    `SKIPPED: ${missing.join(', ')} not installed (apt-get install dcmtk openssl orthanc).`,
  )
  return false
}

/** The syntaxes of `tests/fixtures/dicom/syntaxes` by storescu's options for them. */
export const syntaxFiles: Readonly<Record<string, string>> = {
  '000_big': '-xb',
  '000_deflated': '-xd',
  '000_j2k': '-xv',
  '000_j2klossy': '-xw',
  '000_jls': '-xt',
  '000_jpeg': '-xy',
  '000_jpll': '-xs',
  '000_mf_jpeg': '-xy',
  '000_mono16': '-xe',
  '000_rgb_le': '-xe',
  '000_rgb_planar_ile': '-xi',
  '000_rle': '-xr',
  '000_ybr422': '-xe',
}

export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-dicom-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The data set of a file, without the part that a receiver writes before it. */
export async function dataSetOf(file: string): Promise<Buffer> {
  const described = await describeFile(file)
  return (await readFile(file)).subarray(described?.offset ?? 0)
}

/** Runs a program of DCMTK to its end. */
export async function dcmtk(
  program: string,
  ...args: readonly (string | number)[]
): Promise<{ code: number; output: string }> {
  const child = spawn(path.join(folderOfDcmtk, program), args.map(String))
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  child.stderr.on('data', (text) => (output += String(text)))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

export function peerAt(port: number, calledAeTitle: string, callingAeTitle = 'FOVEA'): Peer {
  return {
    calledAeTitle,
    callingAeTitle,
    async connect() {
      const socket = connect({ host: '127.0.0.1', port })
      await once(socket, 'connect')
      return socket
    },
  }
}

export interface Station {
  readonly aeTitle: string
  readonly port: number
}

export interface Orthanc extends Station {
  readonly httpPort: number
  /** A call of its REST interface. */
  rest(method: string, address: string, body?: Uint8Array | object): Promise<unknown>
  /** The content of an address, byte by byte. */
  file(address: string): Promise<Buffer>
}

interface SignIn {
  readonly username: string
  readonly password: string
}

/** Another DICOMweb service that an Orthanc knows as 'fovea'. */
interface DicomwebServer extends SignIn {
  readonly url: string
}

/** Whether Orthanc supports DICOMweb here; reports if it does not. */
export function haveDicomweb(): boolean {
  if (existsSync(orthancProgram) && existsSync(dicomwebPlugin)) return true
  console.warn('SKIPPED: orthanc-dicomweb not installed (apt-get install).')
  return false
}

/** An Orthanc with DICOMweb; `root` is its own service, restricted to the user if one is given. */
export async function startDicomwebOrthanc(
  server?: DicomwebServer,
  user?: SignIn,
): Promise<Orthanc & { readonly root: string }> {
  const servers =
    server === undefined ? {} : { fovea: [server.url, server.username, server.password] }
  const orthanc = await startOrthanc({ aeTitle: 'NOBODY', port: 1 }, undefined, {
    user,
    more: {
      Plugins: [dicomwebPlugin],
      DicomWeb: { Enable: true, Root: '/dicom-web/', Servers: servers },
    },
  })
  return { ...orthanc, root: `http://127.0.0.1:${orthanc.httpPort}/dicom-web` }
}

/** An Orthanc of the test's own, which knows one other station. */
export async function startOrthanc(
  other: Station,
  wanted?: number,
  { more = {}, user }: { more?: object; user?: SignIn | undefined } = {},
): Promise<Orthanc> {
  const folder = await testFolder()
  const [port, httpPort] = [wanted ?? (await freePort()), await freePort()]
  const configuration = {
    Name: 'test',
    StorageDirectory: folder,
    IndexDirectory: folder,
    HttpPort: httpPort,
    DicomPort: port,
    DicomAet: 'ORTHANC',
    DicomAlwaysAllowFindWorklist: true,
    DicomAlwaysAllowGet: true,
    DicomAlwaysAllowMove: true,
    AuthenticationEnabled: user !== undefined,
    ...(user && { RegisteredUsers: { [user.username]: user.password } }),
    RemoteAccessAllowed: false,
    DefaultEncoding: 'Utf8',
    Plugins: [],
    DicomModalities: { fovea: [other.aeTitle, '127.0.0.1', other.port] },
    ...more,
  }
  const file = path.join(folder, 'orthanc.json')
  await writeFile(file, JSON.stringify(configuration))
  keepRunning(spawn(orthancProgram, [file], { stdio: 'ignore' }))
  await listening(httpPort)
  await listening(port)
  const ask = async (address: string, request: RequestInit): Promise<Response> => {
    const headers = user && { authorization: `Basic ${btoa(`${user.username}:${user.password}`)}` }
    const answer = await fetch(`http://127.0.0.1:${httpPort}${address}`, {
      ...request,
      ...(headers && { headers }),
    })
    if (!answer.ok) throw new Error(`Orthanc answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  return {
    aeTitle: 'ORTHANC',
    port,
    httpPort,
    async rest(method, address, body) {
      const isBytes = body instanceof Uint8Array
      const sent =
        body === undefined ? {} : { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }
      return (await ask(address, { method, ...sent })).json()
    },
    file: async (address) => Buffer.from(await (await ask(address, {})).arrayBuffer()),
  }
}

/** DCMTK's storescp, which writes files as received. */
export async function startStorescp(): Promise<Station & { folder: string }> {
  const folder = await testFolder()
  const port = await freePort()
  const args = ['+xa', '+B', '+uf', '-aet', 'STORESCP', '-od', folder, String(port)]
  keepRunning(spawn(path.join(folderOfDcmtk, 'storescp'), args, { stdio: 'ignore' }))
  await listening(port)
  return { aeTitle: 'STORESCP', port, folder }
}

/** DCMTK's storescp behind TLS. */
export async function startSecureStorescp(
  port: number,
  { cert, key }: { cert: string; key: string },
): Promise<void> {
  const folder = await testFolder()
  const args = ['+tls', key, cert, '-ic', '-aet', 'STORESCP', '-od', folder, String(port)]
  keepRunning(spawn(path.join(folderOfDcmtk, 'storescp'), args, { stdio: 'ignore' }))
  await listening(port)
}

/** DCMTK's archive for uncompressed objects; it knows one other station. */
export async function startDcmqrscp(other: Station, wanted?: number): Promise<Station> {
  const folder = await testFolder()
  const port = wanted ?? (await freePort())
  await mkdir(path.join(folder, 'archive'))
  const file = path.join(folder, 'dcmqrscp.cfg')
  await writeFile(
    file,
    `NetworkTCPPort = ${port}
MaxPDUSize = 131072
MaxAssociations = 16
HostTable BEGIN
fovea = (${other.aeTitle}, 127.0.0.1, ${other.port})
HostTable END
VendorTable BEGIN
VendorTable END
AETable BEGIN
ARCHIVE ${path.join(folder, 'archive')} RW (500, 1024mb) ANY
AETable END
`,
  )
  const args = ['-c', file, '+B']
  keepRunning(spawn(path.join(folderOfDcmtk, 'dcmqrscp'), args, { stdio: 'ignore' }))
  await listening(port)
  return { aeTitle: 'ARCHIVE', port }
}

function keepRunning(child: ChildProcess): void {
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await ended
  })
}

export async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const socket = connect({ host: '127.0.0.1', port })
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(100)
  }
  throw new Error(`Nothing listens on port ${port}.`)
}
