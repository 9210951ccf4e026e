import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { createAnnotation } from '#contract/annotations'
import { shareDataset } from '#contract/datasets'

import { password, signedIn } from '../../tests/http-client.ts'
import { openWorkplace, uploadPhotograph } from '../fovea.ts'
import { inShort, print } from '../measure.ts'

const streams = 1000
/** A user may have 64. */
const streamsOfUser = 50
const rounds = 20

interface Stream {
  /** When the next event of a kind is heard, on the clock of `performance`. */
  hears(kind: string): Promise<number>
}

/** How long 1,000 live streams take to hear of one change, beside a server that only passes it on. */
export async function benchStreams(): Promise<void> {
  await using workplace = await openWorkplace({ ALLOW_REGISTRATION: 'true' })
  const { address, kim, dataset, category } = workplace
  const { id: image } = await uploadPhotograph(workplace, 256)
  const readers = Array.from({ length: streams / streamsOfUser }, (_, i) => `reader-${i}`)
  for (const reader of readers) await signedIn(address, reader)
  await kim.call(shareDataset, { params: { id: dataset }, body: { users: readers } })
  const ours: Stream[] = []
  for (const reader of readers) {
    const cookie = await cookieOf(address, reader)
    ours.push(...(await openAll(`${address}/api/events`, { cookie })))
  }
  await using bare = await startBare()
  const theirs: Stream[] = []
  for (const _ of readers) theirs.push(...(await openAll(bare.address, {})))

  const segmentation = [[1, 1, 9, 1, 9, 9]]
  const event = JSON.stringify({ type: 'annotation', change: 'created', id: 1, image_id: image })
  const heard: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round += 1) {
    heard.ours.push(
      ...(await timesOf(ours, () =>
        kim.call(createAnnotation, {
          body: { image_id: image, category_id: category, segmentation },
        }),
      )),
    )
    heard.theirs.push(
      ...(await timesOf(theirs, () => fetch(bare.address, { method: 'POST', body: event }))),
    )
  }
  printSpread(heard)
}

async function cookieOf(address: string, username: string): Promise<string> {
  const answer = await fetch(`${address}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

function openAll(url: string, headers: Record<string, string>): Promise<Stream[]> {
  return Promise.all(Array.from({ length: streamsOfUser }, () => openStream(url, headers)))
}

async function openStream(url: string, headers: Record<string, string>): Promise<Stream> {
  const asked = get(url, { headers, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`A stream was answered with ${answer.statusCode}.`)
  answer.setEncoding('utf8')
  let wanted: { kind: string; resolve: (at: number) => void } | undefined
  answer.on('data', (chunk: string) => {
    if (wanted === undefined || !chunk.includes(`"type":"${wanted.kind}"`)) return
    wanted.resolve(performance.now())
    wanted = undefined
  })
  return {
    hears: (kind) =>
      new Promise((resolve) => {
        wanted = { kind, resolve }
      }),
  }
}

/** Milliseconds from the start of a change until each stream has heard of it. */
async function timesOf(all: readonly Stream[], change: () => Promise<unknown>): Promise<number[]> {
  const hearing = Promise.all(all.map((stream) => stream.hears('annotation')))
  const from = performance.now()
  const [times] = await Promise.all([hearing, change()])
  return times.map((at) => at - from)
}

async function startBare(): Promise<AsyncDisposable & { readonly address: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-streams.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function printSpread({ ours, theirs }: Record<'ours' | 'theirs', readonly number[]>): void {
  const [mine, bare] = [spreadOf(ours), spreadOf(theirs)]
  print(`\n${streams} live streams hear of one change: ms from the call, over ${rounds} changes`)
  for (const [name, value] of Object.entries(mine)) {
    const other = bare[name as keyof typeof bare]
    const ratio = (value / other).toFixed(2)
    print(
      `${name.padEnd(16)}${inShort(value).padStart(8)}, bare server ${inShort(other)}: ${ratio}`,
    )
  }
}

function spreadOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN
  return { median: at(0.5), '99th percentile': at(0.99), longest: at(1) }
}
