import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { addSender, getReceiver } from '#contract/pacs'

import { freePort } from '../apps/server/src/platform/free-port.ts'
import { describeFile } from '../apps/server/src/platform/dicom-network/store.ts'
import { openWorkplace } from './fovea.ts'
import { print } from './measure.ts'

const run = promisify(execFile)

const objects = 260
const rounds = 3
const source = path.join(process.env['FOVEA_TEST_DATA'] ?? '../shared/data', 'dicom/syntaxes')

interface Station {
  readonly name: string
  readonly aeTitle: string
  readonly port: number
}

/** How fast objects are received by C-STORE, beside Orthanc and DCMTK's storescp in the same run. */
export async function benchDicom(): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-bench-dicom-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const workplace = resources.use(await openWorkplace({ DICOM_PORT: String(port) }))
  const { kim, dataset } = workplace
  const body = { ae_title: 'BENCH', address: '127.0.0.1', dataset_id: dataset }
  await kim.call(addSender, { body })
  const ours: Station = { name: 'Fovea, synced and indexed', aeTitle: 'XAIMED_OP_XAIFN', port }
  // Ours last: its pictures are made afterwards.
  const stations = [
    await startOrthanc(resources, path.join(folder, 'orthanc')),
    await startStorescp(resources, path.join(folder, 'storescp')),
    ours,
  ]
  print(`\nReceiving ${objects} objects in ${rounds} rounds, one association at a time`)
  const seconds = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await filed()
    const sent = path.join(folder, `round-${round}`)
    await makeObjects(sent, round)
    for (const station of stations) {
      // Flush the disk, so that no station waits for the previous one's writes.
      await run('sync')
      const took = await sendAll(station, sent)
      seconds.set(station.name, [...(seconds.get(station.name) ?? []), took])
      print(`  ${station.name}: ${took.toFixed(2)} s`)
    }
  }
  const medianOf = (name: string): number =>
    (seconds.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN
  for (const { name } of stations) {
    const median = medianOf(name)
    const figures = [median, objects / median, median / medianOf(ours.name)].map((figure) =>
      figure.toFixed(2),
    )
    print(`${name.padEnd(30)}${figures[0]} s, ${figures[1]} objects/s, ${figures[2]} times ours`)
  }

  async function filed(): Promise<void> {
    while ((await kim.call(getReceiver, {})).waiting > 0) await sleep(200)
  }
}

/** Copies with UIDs of their own, of the same length as the original's, so that nothing else moves. */
async function makeObjects(folder: string, round: number): Promise<void> {
  await mkdir(folder)
  const names = (await readdir(source)).filter((name) => !name.includes('deflated'))
  const originals = await Promise.all(
    names.map(async (name) => {
      const described = await describeFile(path.join(source, name))
      return {
        uid: described?.sopInstanceUid ?? '',
        bytes: await readFile(path.join(source, name)),
      }
    }),
  )
  for (let number = 0; number < objects; number += 1) {
    const original = originals[number % originals.length]
    if (original === undefined) throw new Error(`There are no objects in ${source}.`)
    const unique = String(1_000_000 + round * objects + number).padStart(original.uid.length, '9')
    const uid = `1.2.${unique.slice(-(original.uid.length - 4))}`
    const bytes = Buffer.from(original.bytes)
    for (let at = bytes.indexOf(original.uid); at >= 0; at = bytes.indexOf(original.uid, at + 1)) {
      bytes.write(uid, at, 'latin1')
    }
    await writeFile(path.join(folder, `${number}.dcm`), bytes)
  }
}

/** Sends with DCMTK's dcmsend, a separate process as any sender is: objects unchanged, in one association. */
async function sendAll({ aeTitle, port }: Station, folder: string): Promise<number> {
  const asTheyAre = ['--decompress-never', '--single-association', '--scan-directories']
  const titles = ['-aet', 'BENCH', '-aec', aeTitle]
  const started = performance.now()
  await run('/usr/bin/dcmsend', [...asTheyAre, ...titles, '127.0.0.1', String(port), folder])
  return (performance.now() - started) / 1000
}

async function startOrthanc(resources: AsyncDisposableStack, folder: string): Promise<Station> {
  await mkdir(folder)
  const [port, httpPort] = [await freePort(), await freePort()]
  const file = path.join(folder, 'orthanc.json')
  const configuration = {
    StorageDirectory: folder,
    IndexDirectory: folder,
    HttpPort: httpPort,
    DicomPort: port,
    DicomAet: 'ORTHANC',
    DicomAlwaysAllowStore: true,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: false,
    Plugins: [],
  }
  await writeFile(file, JSON.stringify(configuration))
  await startStation(resources, port, ['/usr/sbin/Orthanc', file])
  return { name: 'Orthanc', aeTitle: 'ORTHANC', port }
}

async function startStorescp(resources: AsyncDisposableStack, folder: string): Promise<Station> {
  await mkdir(folder)
  const port = await freePort()
  const command = ['/usr/bin/storescp', '+xa', '+B', '+uf', '-od', folder, String(port)] as const
  await startStation(resources, port, command)
  return { name: "DCMTK's storescp, not synced", aeTitle: 'STORESCP', port }
}

async function startStation(
  resources: AsyncDisposableStack,
  port: number,
  [program, ...args]: readonly [string, ...string[]],
): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' })
  resources.defer(async () => {
    const ended = once(child, 'exit')
    if (child.kill('SIGKILL')) await ended
  })
  await once(child, 'spawn')
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port })
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(100)
  }
}
