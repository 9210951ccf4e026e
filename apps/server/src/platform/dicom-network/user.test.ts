import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { peerAt } from '../../testing/dicom-peers.ts'
import { contextResults, encodeAccept } from './association-pdu.ts'
import {
  encodeAbort,
  encodePdu,
  encodeReject,
  pduTypes,
  releaseRequest,
  releaseResponse,
} from './pdu.ts'
import { sopClasses, transferSyntaxes } from './uid.ts'
import { associate } from './user.ts'

const { verification } = sopClasses
const { explicitLittleEndian: transferSyntax } = transferSyntaxes
const proposals = [{ abstractSyntax: verification, transferSyntaxes: [transferSyntax] }]

/** A peer that answers each unit by its type; returns the types of all units received. */
async function startPeer(answers: Readonly<Record<number, Buffer>>) {
  const came: number[] = []
  const answer = (socket: Socket) => {
    let waiting = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes])
      while (waiting.length >= 6 && waiting.length >= 6 + waiting.readUInt32BE(2)) {
        const type = waiting.readUInt8(0)
        came.push(type)
        socket.write(answers[type] ?? Buffer.alloc(0))
        waiting = waiting.subarray(6 + waiting.readUInt32BE(2))
      }
    })
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { peer: peerAt((server.address() as AddressInfo).port, 'PEER'), came }
}

const accept = (id: number, result: number = contextResults.accepted) =>
  encodeAccept(
    { calledAeTitle: 'PEER', callingAeTitle: 'FOVEA' },
    { contexts: [{ id, result, transferSyntax }], roles: [] },
  )

test('if both sides request release at once, ours is answered before we wait for theirs', async () => {
  const { peer, came } = await startPeer({
    [pduTypes.associateRequest]: accept(1),
    [pduTypes.releaseRequest]: releaseRequest,
    [pduTypes.releaseResponse]: releaseResponse,
  })
  const user = await associate(peer, proposals)
  await user.release()
  expect(came).toEqual([
    pduTypes.associateRequest,
    pduTypes.releaseRequest,
    pduTypes.releaseResponse,
  ])
})

test.each([
  ['rejects it for now', encodeReject('localLimit'), { fault: 'busy' }],
  ['is called otherwise', encodeReject('calledNotRecognised'), { fault: 'rejected', code: 7 }],
  ['knows no such caller', encodeReject('callingNotRecognised'), { fault: 'rejected', code: 3 }],
  ['aborts it', encodeAbort(0), { fault: 'aborted' }],
  ['releases it', releaseRequest, { fault: 'protocol' }],
  ['answers more than it may', Buffer.from([2, 0, 0x7f, 0, 0, 0]), { fault: 'protocol' }],
  ['answers half', encodePdu(2, accept(1).subarray(6, 80)), { fault: 'protocol' }],
])('an association is not made if the peer %s', async (_what, answer, error) => {
  const { peer } = await startPeer({ [pduTypes.associateRequest]: answer })
  await expect(associate(peer, proposals)).rejects.toMatchObject(error)
})

test.each([
  ['a context that was not proposed', accept(3)],
  ['none', accept(1, contextResults.classNotSupported)],
])('nothing can be asked for if the peer accepts %s', async (_what, answer) => {
  const { peer } = await startPeer({ [pduTypes.associateRequest]: answer })
  await using user = await associate(peer, proposals)
  expect(() => user.contextOf(verification)).toThrow(
    expect.objectContaining({ fault: 'not accepted' }),
  )
})
