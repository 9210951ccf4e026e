import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { freePort } from '../../../platform/free-port.ts'
import { listening, peerAt } from '../../../testing/dicom-peers.ts'
import { contractSuite, givenOrders, type Fixture } from '../testing/contract-suite.ts'
import { openWorklistAdapter } from './worklist.ts'

function haveWorklistPeer(): boolean {
  if (spawnSync('wlmscpfs', ['--version']).status === 0) return true
  console.warn('SKIPPED: wlmscpfs not installed (apt-get install dcmtk).')
  return false
}

const aeTitle = 'WORKLIST'

/** DCMTK's worklist with the orders, one file each. */
async function openFixture(): Promise<Fixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-worklist-'))
  const orders = path.join(folder, aeTitle)
  await mkdir(orders)
  await writeFile(path.join(orders, 'lockfile'), '')
  for (const { patientId, ordSeq, department, date } of givenOrders) {
    const dump = path.join(folder, `${ordSeq}.dump`)
    await writeFile(
      dump,
      `(0008,0005) CS [ISO_IR 192]
(0008,0050) SH [A${ordSeq}]
(0010,0010) PN [홍^길동]
(0010,0020) LO [${patientId}]
(0032,1033) LO [${department}]
(0040,0100) SQ
(fffe,e000) -
(0008,0060) CS [OP]
(0040,0002) DA [${date.replaceAll('-', '')}]
(fffe,e00d) -
(fffe,e0dd) -
(0040,1001) SH [R${ordSeq}]
(0040,2016) LO [${ordSeq}]
`,
    )
    const { status } = spawnSync('dump2dcm', ['-g', dump, path.join(orders, `${ordSeq}.wl`)])
    expect(status).toBe(0)
  }
  const port = await freePort()
  const child = spawn('wlmscpfs', ['-dfr', '-dfp', folder, String(port)], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  await listening(port)
  return {
    adapter: openWorklistAdapter(peerAt(port, aeTitle)),
    written: () => Promise.resolve([]),
    async close() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!haveWorklistPeer())("with DCMTK's worklist", () => {
  contractSuite('by modality worklist', openFixture, { writes: false })
})

test('an answer that is not DICOM, or none, is reported', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => void server.close())
  const { signal } = new AbortController()
  await expect(openWorklistAdapter(peerAt(port, aeTitle)).ping({ signal })).rejects.toThrow(
    /offers no modality worklist|was lost/,
  )
})
