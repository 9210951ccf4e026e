import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { freePort } from '../free-port.ts'
import {
  dataSetOf,
  dcmtk,
  havePeers,
  peerAt,
  startDcmqrscp,
  startOrthanc,
  startStorescp,
  syntaxFiles,
  testFolder,
} from '../../testing/dicom-peers.ts'
import { privateCertificate } from '../../testing/private-authority.ts'
import { fixtureFile } from '../../testing/fixture-file.ts'
import { statuses } from './command.ts'
import { openFileSink, type ReceivedObject } from './file-sink.ts'
import { startProvider, type Sender } from './provider.ts'
import { find, get, move } from './retrieve.ts'
import { refusingSink, type ArrivingObject, type StoreSink } from './store-sink.ts'
import { describeFile, store, type StoredObject } from './store.ts'
import { sopClasses, storedSyntaxes, transferSyntaxes } from './uid.ts'
import { associate, echo, type UserAssociation } from './user.ts'

const syntaxes = fixtureFile('dicom/syntaxes')
const canRun = havePeers()
const everySyntax = Object.keys(syntaxFiles)
const uncompressed = ['000_rgb_le', '000_mono16', '000_ybr422']
const both = Object.values(transferSyntaxes)

/** Our receiver behind TLS. */
async function startSecureReceiver(): Promise<number> {
  const { cert, key } = await privateCertificate()
  const provider = await startProvider({
    host: '127.0.0.1',
    port: 0,
    aeTitle: 'FOVEA',
    tls: { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') },
    accepts: () => Promise.resolve(true),
    store: () => Promise.resolve(refusingSink(statuses.outOfResources)),
  })
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return provider.port
}

/** Our receiver, which keeps objects by instance UID. */
async function startReceiver(port = 0) {
  const folder = await testFolder()
  const received = new Map<string, ReceivedObject>()
  let count = 0
  const openStore = (object: ArrivingObject): Promise<StoreSink> =>
    openFileSink(path.join(folder, `${(count += 1)}.dcm`), object, {
      identify: () => Promise.resolve(undefined),
      keep: async (kept, _known, synced) => {
        await synced
        received.set(kept.sopInstanceUid, kept)
        return statuses.success
      },
    })
  const provider = await startProvider({
    host: '127.0.0.1',
    port,
    aeTitle: 'FOVEA',
    accepts: (sender: Sender) => Promise.resolve(sender.aeTitle !== 'STRANGER'),
    store: openStore,
  })
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return { provider, received, openStore, station: { aeTitle: 'FOVEA', port: provider.port } }
}

/**
 * The objects of the test, rewritten once by DCMTK so that its programs change nothing. Deflated
 * objects are exempt, because DCMTK writes them with an odd length.
 */
async function objects(names: readonly string[]): Promise<StoredObject[]> {
  const folder = await testFolder()
  const described = names.map(async (name) => {
    const original = path.join(syntaxes, `${name}.dcm`)
    if (name.endsWith('deflated')) return describeFile(original)
    const copy = path.join(folder, `${name}.dcm`)
    await dcmtk('dcmconv', original, copy)
    return describeFile(copy)
  })
  return (await Promise.all(described)).filter((object) => object !== undefined)
}

async function storeAll(port: number, aeTitle: string, all: readonly StoredObject[]) {
  const user = await associate(
    peerAt(port, aeTitle),
    all.map((object) => ({
      abstractSyntax: object.sopClassUid,
      transferSyntaxes: [object.transferSyntaxUid],
    })),
  )
  for (const object of all) expect(await store(user, object)).toBe(0)
  await user.release()
}

/** Enough proposals to receive each object in its own transfer syntax. */
async function retriever(port: number, aeTitle: string, all: readonly StoredObject[]) {
  const classes = new Set(all.map(({ sopClassUid }) => sopClassUid))
  return associate(peerAt(port, aeTitle), [
    { abstractSyntax: sopClasses.findStudies, transferSyntaxes: both },
    { abstractSyntax: sopClasses.moveStudies, transferSyntaxes: both },
    { abstractSyntax: sopClasses.getStudies, transferSyntaxes: both },
    ...[...classes].flatMap((abstractSyntax) =>
      storedSyntaxes.map((uid) => ({
        abstractSyntax,
        transferSyntaxes: [uid],
        isProvider: true,
      })),
    ),
  ])
}

async function studiesOf(user: UserAssociation): Promise<string[]> {
  const studies: string[] = []
  for await (const values of find(user, 'STUDY', { StudyInstanceUID: '', PatientID: '' })) {
    studies.push(values.text('0020000D') ?? '')
  }
  return studies
}

async function expectSame(
  received: readonly ArrivingFile[],
  sent: readonly StoredObject[],
): Promise<void> {
  const describeAll = (all: readonly ArrivingFile[]) =>
    Promise.all(
      all.map(async ({ path: file, sopInstanceUid, transferSyntaxUid }) => {
        const bytes = createHash('sha256').update(await dataSetOf(file))
        return `${sopInstanceUid} ${transferSyntaxUid} ${bytes.digest('hex')}`
      }),
    )
  expect((await describeAll(received)).toSorted()).toEqual((await describeAll(sent)).toSorted())
}

type ArrivingFile = ArrivingObject & { readonly path: string }

describe.skipIf(!canRun)('with DCMTK', () => {
  test('echoscu is answered; a peer that calls us by another name, or may not send, is rejected', async () => {
    const { station } = await startReceiver()
    const call = (called: string, calling: string) =>
      dcmtk('echoscu', '-aec', called, '-aet', calling, '127.0.0.1', station.port)
    expect(await call('FOVEA', 'CAMERA')).toMatchObject({ code: 0 })
    expect((await call('OTHER', 'CAMERA')).output).toContain('Called AE Title Not Recognized')
    expect((await call('FOVEA', 'STRANGER')).output).toContain('Calling AE Title Not Recognized')
  })

  test('storescu brings every transfer syntax byte for byte', async () => {
    const { station, received } = await startReceiver()
    const sent = await objects(everySyntax)
    for (const { path: file } of sent) {
      const option = syntaxFiles[path.basename(file, '.dcm')] ?? ''
      const args = ['-R', option, '-aec', 'FOVEA', '127.0.0.1', station.port, file] as const
      expect(await dcmtk('storescu', ...args)).toMatchObject({ code: 0 })
    }
    await expectSame([...received.values()], sent)
  })

  test('storescp gets every transfer syntax byte for byte', async () => {
    const station = await startStorescp()
    await echo(peerAt(station.port, station.aeTitle))
    const sent = await objects(everySyntax)
    await storeAll(station.port, station.aeTitle, sent)
    const names = await readdir(station.folder)
    expect(names).toHaveLength(sent.length)
    const kept = await Promise.all(
      names.map((name) => describeFile(path.join(station.folder, name))),
    )
    await expectSame(
      kept.filter((object) => object !== undefined),
      sent,
    )
  })
})

describe.skipIf(!canRun).each([
  ['DCMTK', startDcmqrscp, uncompressed],
  ['Orthanc', startOrthanc, everySyntax],
])('with the archive of %s', (_name, start, names) => {
  test('a stored object is found, and returns by C-GET byte for byte', async () => {
    const { received, openStore, station } = await startReceiver()
    const archive = await start(station)
    const sent = await objects(names)
    await storeAll(archive.port, archive.aeTitle, sent)
    const user = await retriever(archive.port, archive.aeTitle, sent)
    const studies = await studiesOf(user)
    expect(studies.length).toBeGreaterThan(0)
    for (const StudyInstanceUID of studies) {
      for await (const through of get(user, openStore, {
        level: 'STUDY',
        keys: { StudyInstanceUID },
      })) {
        expect(through.failed).toBe(0)
      }
    }
    await user.release()
    await expectSame([...received.values()], sent)
  })

  test('a stored object returns by C-MOVE byte for byte', async () => {
    const { received, station } = await startReceiver(await freePort())
    const archive = await start(station)
    const sent = await objects(names)
    await storeAll(archive.port, archive.aeTitle, sent)
    const user = await retriever(archive.port, archive.aeTitle, sent)
    for (const StudyInstanceUID of await studiesOf(user)) {
      for await (const through of move(user, 'FOVEA', {
        level: 'STUDY',
        keys: { StudyInstanceUID },
      })) {
        expect(through.failed).toBe(0)
      }
    }
    await user.release()
    await expectSame([...received.values()], sent)
  })
})

test.skipIf(!canRun)('a station exchanges TLS with our receiver, and nothing else', async () => {
  const port = await startSecureReceiver()
  const ask = (...tls: readonly string[]) =>
    dcmtk('echoscu', ...tls, '-to', 5, '-ta', 5, '-aec', 'FOVEA', '127.0.0.1', port)
  expect((await ask('+tla', '-ic')).code).toBe(0)
  expect((await ask()).code).not.toBe(0)
})
