import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { AssignmentAgreement } from '#contract/adjudication'
import type { Work } from '#contract/assignments'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import sharp from 'sharp'

import { startFovea, type RunningFovea } from '../../tests/running-fovea.ts'
import { print } from '../measure.ts'
import { SteadyClient } from './steady-client.ts'

/** Run only if they are named: the whole trial takes more than an hour. */
export const trialParts: Readonly<Record<string, () => Promise<void>>> = {
  trial: () => benchTrial(10_000),
  'trial-small': () => benchTrial(200),
}

const grades = 5
/** The server is killed this often. */
const killEveryMs = 60_000
/** Small trials are over before a minute is. */
const killEveryMsOfSmall = 10_000
const side = 24

/**
 * A trial of eyes with two blinded readers and an adjudicator, while the server is killed again and
 * again: are grades lost, doubled or told, and is the agreement that of another program?
 */
async function benchTrial(eyes: number): Promise<void> {
  await using resources = new AsyncDisposableStack()
  // The owner waits for more than an hour until all cases are read.
  const fovea = await startFovea({ ALLOW_REGISTRATION: 'true', SESSION_SECONDS: '86400' })
  resources.defer(() => fovea.stop())
  const owner = new SteadyClient(fovea.address, 'owner')
  const forbidden = ['SECRET', 'owner-file', 'is_referable']
  const readers = ['first-reader', 'second-reader'].map(
    (name, i) =>
      new SteadyClient(fovea.address, name, [
        ...forbidden,
        i === 0 ? 'second-reader' : 'first-reader',
      ]),
  )
  for (const person of [owner, ...readers]) await person.register()
  const dataset = await givenEyes(owner, eyes)
  const killer = killing(fovea, eyes < 1000 ? killEveryMsOfSmall : killEveryMs)
  // Before the server is stopped, also after a failure.
  resources.defer(async () => void (await killer.end()))
  const assignments = `/api/dataset/${dataset}/assignments`
  const { id: assignment } = await owner.json<{ id: number }>('POST', assignments, {
    name: 'Trial',
    readers: readers.map(({ username }) => username),
    fields: [drGrade.key],
    blinded: true,
    seed: 1,
  })
  const given = await Promise.all(readers.map(readAll))
  const place = `${assignments}/${assignment}`
  const settled = await settleAll(owner, place)
  const kills = await killer.end()
  const lines = await gradesIn(owner, place)
  print(`\nA trial of ${eyes} eyes, two blinded readers and an adjudicator; ${kills} kills\n`)
  for (const [i, reader] of readers.entries())
    report(reader, given[i] ?? new Map(), lines, { eyes })
  const finals = lines.filter(({ round, isCurrent }) => round === 'final' && isCurrent)
  print(`final grades ${finals.length} of ${eyes}, of them settled ${settled}`)
  print(
    `images with two final grades ${finals.length - new Set(finals.map(({ image }) => image)).size}`,
  )
  await compareKappa(owner, place, lines)
}

/** Uploads photographs whose colour tells the true grade, with a patient that nobody may learn. */
async function givenEyes(owner: SteadyClient, eyes: number): Promise<number> {
  const dataset = await owner.json<{ id: number }>('POST', '/api/dataset/', {
    name: 'SECRET study',
  })
  const field = { ...drGrade, required: true, perReader: { showsOthers: false } }
  await owner.json('PUT', `/api/dataset/${dataset.id}/fields`, { fields: [field], replaces: {} })
  const numbers = Array.from({ length: eyes }, (_, number) => number)
  await sideBySide(numbers, async (number) => {
    const form = new FormData()
    const picture = new Uint8Array(await pictureOf(number))
    form.append('image', new Blob([picture]), `owner-file-${number}.png`)
    const sent = await owner.send('POST', `/api/image/?dataset_id=${dataset.id}`, form)
    if (sent.status >= 400) throw new Error(sent.text)
  })
  return dataset.id
}

const callsAtOnce = 4

/** Does the work of each item, some of them at a time. */
async function sideBySide<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]()
  const runner = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: callsAtOnce }, runner))
}

/** A picture of its own for each number; its green tells the grade. */
function pictureOf(number: number): Promise<Buffer> {
  const data = Buffer.alloc(side * side * 3)
  for (let i = 0; i < side * side; i += 1) {
    data[3 * i] = 120
    data[3 * i + 1] = 20 + 40 * (draw('truth', number) % grades)
  }
  data.writeUInt16BE(number, 3 * side * side - 2)
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

/** A number that follows from its purpose. */
function draw(...purpose: readonly (string | number)[]): number {
  return createHash('sha256').update(purpose.join(':')).digest().readUInt32BE()
}

/** @returns the grade by the image that the reader saw, as far as the server has acknowledged it */
async function readAll(reader: SteadyClient): Promise<ReadonlyMap<number, number>> {
  const given = new Map<number, number>()
  for (;;) {
    const [work] = await reader.json<Work[]>('GET', '/api/work')
    if (work === undefined) {
      await pause(1000)
      continue
    }
    if (work.next_image_id === null) return given
    for (let image: number | null = work.next_image_id; image !== null;)
      image = await readOne(reader, image, given)
  }
}

async function readOne(
  reader: SteadyClient,
  image: number,
  given: Map<number, number>,
): Promise<number | null> {
  const picture = await reader.bytes(`/api/image/${image}?asPng=true`)
  const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const truth = Math.round(((data[1] ?? 20) - 20) / 40)
  const slip = draw(reader.username, image) % 10 < 2 ? 1 : 0
  const grade = Math.min(grades - 1, truth + slip)
  const fields = { [drGrade.key]: { from: null, to: String(grade) } }
  await reader.json('POST', '/api/annotator/data', { image: { id: image, fields } })
  const at = await reader.json<{ id: number }>('GET', `/api/work/image/${image}`)
  const { next_image_id: next } = await reader.json<{ next_image_id: number | null }>(
    'POST',
    `/api/work/case/${at.id}/submit`,
  )
  given.set(image, grade)
  return next
}

/** Takes the answer of reader A wherever readers differ. @returns how many images were settled */
async function settleAll(owner: SteadyClient, place: string): Promise<number> {
  let settled = 0
  for (;;) {
    const { images } = await owner.json<{ images: { image_id: number }[] }>(
      'GET',
      `${place}/images?state=differs&limit=50`,
    )
    if (images.length === 0) return settled
    await sideBySide(images, async ({ image_id: image }) => {
      const shown = await owner.json<{
        revision: number
        readers: { values: Record<string, string> }[]
      }>('GET', `${place}/images/${image}`)
      const body = { revision: shown.revision, grades: shown.readers[0]?.values ?? {} }
      const answer = await owner.send('POST', `${place}/images/${image}/settle`, body)
      // A repeated call finds its own decision: the first answer was lost with the server.
      if (answer.status >= 400 && answer.status !== 409) throw new Error(answer.text)
      settled += 1
    })
  }
}

function killing(fovea: RunningFovea, everyMs: number): { end(): Promise<number> } {
  const stop = new AbortController()
  const work = (async () => {
    for (let kills = 0; ; kills += 1) {
      const isOver = await pause(everyMs, false, { signal: stop.signal }).catch(() => true)
      if (isOver) return kills
      await fovea.kill()
      await fovea.restart()
    }
  })()
  return {
    async end() {
      stop.abort()
      return work
    },
  }
}

interface Line {
  readonly image: number
  readonly reader: string
  readonly round: string
  readonly grade: string
  readonly isCurrent: boolean
}

async function gradesIn(owner: SteadyClient, place: string): Promise<readonly Line[]> {
  const { text } = await owner.send('GET', `${place}/grades`)
  const [head = '', ...rows] = text.replace('\uFEFF', '').trim().split('\r\n')
  const columns = cellsOf(head)
  return rows.map((row) => {
    const cells = cellsOf(row)
    const of = (name: string) => cells[columns.indexOf(name)] ?? ''
    return {
      image: Number(of('image_id')),
      reader: of('reader'),
      round: of('round'),
      grade: of('after'),
      isCurrent: of('current') === 'true',
    }
  })
}

function cellsOf(row: string): string[] {
  return row.slice(1, -1).split('","')
}

function report(
  reader: SteadyClient,
  given: ReadonlyMap<number, number>,
  lines: readonly Line[],
  { eyes }: { eyes: number },
): void {
  const own = lines.filter((each) => each.reader === reader.username && each.grade !== '')
  const images = new Set(own.map(({ image }) => image))
  const isSame = counted(given.values()) === counted(own.map(({ grade }) => grade))
  print(
    `${reader.username}: acknowledged ${given.size} of ${eyes}, lost ${eyes - images.size}, doubled ` +
      `${own.length - images.size}, the same grades ${isSame ? 'yes' : 'NO'}, leaks ${reader.leaks}, ` +
      `calls repeated ${reader.repeats}`,
  )
}

/** How often each grade was given. */
function counted(values: Iterable<string | number>): string {
  const counts = Array.from({ length: grades }, () => 0)
  for (const value of values) counts[Number(value)] = (counts[Number(value)] ?? 0) + 1
  return counts.join(' ')
}

async function compareKappa(
  owner: SteadyClient,
  place: string,
  lines: readonly Line[],
): Promise<void> {
  const { fields } = await owner.json<AssignmentAgreement>('GET', `${place}/agreement`)
  const [pair] = fields[0]?.pairs ?? []
  const [first = '', second = ''] = pair?.readers ?? []
  const gradeBy = (name: string) =>
    new Map(
      lines.flatMap(({ reader, image, grade }) =>
        reader === name && grade !== '' ? [[image, Number(grade)]] : [],
      ),
    )
  const others = gradeBy(second)
  const pairs = [...gradeBy(first)].map(([image, grade]) => [grade, others.get(image)])
  const input = JSON.stringify([pairs, grades])
  const script = new URL('kappa.py', import.meta.url).pathname
  const theirs = JSON.parse(
    execFileSync('/usr/bin/python3', [script], { input }).toString(),
  ) as number[]
  const { value = NaN, low = NaN, high = NaN } = pair?.kappa ?? {}
  const ours = [value, low, high]
  const apart = Math.max(...ours.map((each, i) => Math.abs(each - (theirs[i] ?? NaN))))
  print(
    `weighted kappa ${ours.map((each) => each.toFixed(4)).join(' ')}; statsmodels differs by ${apart}`,
  )
}
