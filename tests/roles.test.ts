import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { createDataset } from '#contract/datasets'
import { healthLive, healthReady } from '#contract/info'
import { getEvents } from '#contract/live'
import { startScan } from '#contract/scans'

import { signedIn } from './http-client.ts'
import { givenInstallation, type Process } from './processes.ts'

test('calls are answered by one process, and jobs done by another, of its kinds only', async () => {
  const startProcess = await givenInstallation()
  const web = await startProcess({ ROLE: 'web' })
  const kim = await signedIn(web.address, 'kim')
  const { id } = await kim.call(createDataset, { body: { name: 'Clinic' } })
  const { id: task } = await kim.call(startScan, { params: { id } })
  expect(await metrics(web)).toContain('fovea_jobs{kind="scan-dataset",state="queued"} 1')
  const worker = await startProcess({ ROLE: 'worker', WORKER_KINDS: 'scan-dataset' })
  expect(worker.address).toBe('')
  expect((await kim.finished(task)).status).toBe('succeeded')
  const done = 'fovea_job_duration_seconds_count{kind="scan-dataset",result="succeeded"} 1'
  await expect.poll(() => metrics(worker), { timeout: 60_000 }).toContain(done)
  expect(await metrics(web)).not.toContain(done)
  expect(await worker.stop()).toBe(0)
})

test('a worker of a kind that does not exist is refused', async () => {
  const startProcess = await givenInstallation()
  await expect(startProcess({ ROLE: 'worker', WORKER_KINDS: 'coffee' })).rejects.toThrow('ended')
})

test('a process that stops is no longer ready, sends readers to another one at once, and answers what it has begun', async () => {
  const startProcess = await givenInstallation()
  const web = await startProcess({ ROLE: 'web' })
  const other = await startProcess({ ROLE: 'web' })
  const kim = await signedIn(web.address, 'kim')
  const stream = await kim.call(getEvents)
  const begun = await beginCall(web.address)
  // By now the server has read the beginning of the call.
  await web.monitor(healthLive.path)
  const ended = web.stop()
  await expect
    .poll(async () => (await web.monitor(healthReady.path)).status, { timeout: 60_000 })
    .toBe(503)
  expect((await other.monitor(healthReady.path)).status).toBe(200)
  expect(await stream.text()).toMatch(/retry: \d{1,3}\ndata: \{"type":"reconnect"\}\n\n$/)
  await expect(fetch(web.address)).rejects.toThrow('fetch failed')
  expect(await begun.finish()).toMatch(/^HTTP\/1.1 401 /)
  expect(await ended).toBe(0)
  const again = await signedIn(other.address, 'kim')
  await again.call(createDataset, { body: { name: 'Clinic' } })
})

async function metrics(of: Process): Promise<string> {
  return (await of.monitor('/metrics')).text()
}

/** A sign-in of which half is sent until `finish`, which returns the answer. */
async function beginCall(address: string) {
  const { hostname, port, host } = new URL(address)
  const body = JSON.stringify({ username: 'lee', password: 'not-lee' })
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /api/user/login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  return {
    async finish() {
      socket.write(body.slice(5))
      return text(socket)
    },
  }
}
