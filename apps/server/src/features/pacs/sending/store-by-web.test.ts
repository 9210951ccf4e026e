import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openOutbound } from '../../../platform/http/outbound.ts'
import { testFolder } from '../../../testing/dicom-peers.ts'
import { storeAllByWeb } from './store-by-web.ts'

/** Sends two tiny files to an archive that answers as the test says. */
async function storeAt(answer: RequestListener, { asksFirst = true } = {}) {
  const archive = createServer(answer)
  if (!asksFirst) archive.on('checkContinue', answer)
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    archive.closeAllConnections()
    archive.close()
  })
  const { port } = archive.address() as AddressInfo
  const folder = await testFolder()
  const objects = []
  for (const name of ['one', 'two']) {
    const file = path.join(folder, name)
    await writeFile(file, Buffer.alloc(3_000_000, name))
    const uids = { sopClassUid: '1.2', sopInstanceUid: '1.2.3', transferSyntaxUid: '1.2.4' }
    objects.push({ ...uids, path: file, offset: 0 })
  }
  const outbound = openOutbound([`127.0.0.1:${port}`])
  const root = `http://127.0.0.1:${port}/dicom-web/`
  const service = { outbound, root, user: 'fövea', password: 'hun:ter2' }
  const { signal } = new AbortController()
  return storeAllByWeb(service, { objects, signal })
}

/** Reads the request and answers with a data set. */
const saying =
  (status: number, answer: object, got: Buffer[] = []): RequestListener =>
  async (request, response) => {
    got.push(Buffer.concat(await Array.fromAsync<Buffer>(request)))
    response.writeHead(status, { 'content-type': 'application/dicom+json' })
    response.end(JSON.stringify(answer))
  }

const item = (tag: string, code: number) => ({
  '00081155': { vr: 'UI', Value: ['1.2.3'] },
  ...(code === 0 ? {} : { [tag]: { vr: 'US', Value: [code] } }),
})
// As Orthanc answers: the other list is present, and empty.
const stored = (warning = 0) => ({
  '00081198': { vr: 'SQ' },
  '00081199': { vr: 'SQ', Value: [item('00081196', warning)] },
})
const failed = (reason: number) => ({
  '00081198': { vr: 'SQ', Value: [item('00081197', reason)] },
  '00081199': { vr: 'SQ' },
})

test('each file is sent unchanged, in a separate request', async () => {
  const got: Buffer[] = []
  const asked: (string | undefined)[] = []
  const answer = saying(200, stored(), got)
  const statuses = await storeAt((request, response) => {
    const { 'content-type': type, 'content-length': length, authorization } = request.headers
    asked.push(request.url, type, authorization)
    expect(Number(length)).toBeGreaterThan(3_000_000)
    answer(request, response)
  })
  expect(statuses).toEqual([0, 0])
  const signIn = `Basic ${Buffer.from('fövea:hun:ter2').toString('base64')}`
  const type = expect.stringMatching(/^multipart\/related; type="application\/dicom"; boundary=/)
  const one = ['/dicom-web/studies', type, signIn]
  expect(asked).toEqual([...one, ...one])
  expect(got[1]?.includes(Buffer.alloc(3_000_000, 'two'))).toBe(true)
  expect(got[1]?.toString('latin1', 0, 200)).toContain('Content-Type: application/dicom\r\n\r\n')
})

test.each([
  ['a warning', 202, stored(0xb000), 0xb000],
  ['a list of one', 200, [stored(0xb007)], 0xb007],
  ['success and nothing else', 200, {}, 0],
  ['that it has it already', 409, failed(0x0111), 0x0111],
])('%s is an answer with which it is stored', async (_what, status, answer, expected) => {
  expect(await storeAt(saying(status, answer))).toEqual([expected, expected])
})

test.each([
  ['a failure', 409, failed(0xa700), { fault: 'refused', code: 0xa700 }],
  ['a failure among others', 202, failed(0xc000), { fault: 'refused', code: 0xc000 }],
  ['nothing of the object', 202, {}, { fault: 'refused', code: 0x0110 }],
  ['that it did not understand', 400, {}, { fault: 'refused', code: 0x0110 }],
  ['a class that it does not keep', 409, failed(0x0122), { fault: 'not accepted' }],
  ['another type that it wants', 415, {}, { fault: 'not accepted' }],
  ['that it is too busy', 503, {}, { fault: 'refused', answer: { status: 503 } }],
])('%s is told', async (_what, status, answer, expected) => {
  await expect(storeAt(saying(status, answer))).rejects.toMatchObject(expected)
})

test('a refusal that arrives before the file is sent stops the transfer, and is reported', async () => {
  const refused = storeAt((_request, response) => void response.writeHead(401).end(), {
    asksFirst: false,
  })
  await expect(refused).rejects.toMatchObject({ fault: 'refused', answer: { status: 401 } })
  await expect(refused).rejects.not.toThrow('hun')
})
