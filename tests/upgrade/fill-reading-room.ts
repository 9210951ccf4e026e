import { randomUUID } from 'node:crypto'

import { getAdjudication, settleImage } from '#contract/adjudication'
import { createAnnotation, saveAnnotatorData } from '#contract/annotations'
import {
  createAssignment,
  getWorkCase,
  listWork,
  pauseCase,
  submitCase,
} from '#contract/assignments'
import { answerThread, beginThread, settleThread } from '#contract/comments'
import { createDataset } from '#contract/datasets'
import { setFields } from '#contract/fields'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import { checkText, startRelease } from '#contract/releases'
import { saveFilter } from '#contract/saved-filters'
import { createWebhook } from '#contract/webhooks'

import { signedIn, type NetworkClient } from '../http-client.ts'
import { closedPort, pngOf, upload } from './calls.ts'

/** A blinded trial of two readers, of whom one has not finished, with comments, a release and a webhook. */
export async function fillReadingRoom(address: string, kim: NetworkClient): Promise<void> {
  const readers = [await signedIn(address, 'lee'), await signedIn(address, 'jung')]
  const { id, categories } = await kim.call(createDataset, {
    body: { name: 'Trial', categories: ['vessel'] },
  })
  const params = { id }
  const grade = { ...drGrade, required: true, perReader: { showsOthers: false } }
  await kim.call(setFields, { params, body: { fields: [grade], replaces: {} } })
  const images: number[] = []
  for (const seed of [1, 2, 3])
    images.push(await upload(kim, id, `trial-${seed}.png`, await pngOf(90, 70, seed)))
  const [first = 0, second = 0] = images
  await draw(kim, first, categories[0] ?? 0)
  await comment(kim, { first, second })
  const { id: assignment } = await kim.call(createAssignment, {
    params,
    body: {
      name: 'Reading',
      readers: ['lee', 'jung'],
      fields: [grade.key],
      blinded: true,
      seed: 7,
    },
  })
  for (const [i, reader] of readers.entries()) await read(reader, { grade: String(i) })
  const at = { id, assignment, image: first }
  const { revision } = await kim.call(getAdjudication, { params: at })
  await kim.call(settleImage, { params: at, body: { revision, grades: { [grade.key]: '1' } } })
  for (const image of images)
    await kim.call(checkText, { params: { id: image }, body: { mask: false } })
  const release = await kim.call(startRelease, { params, body: { title: 'First release' } })
  await kim.finished(release.id)
  await kim.call(saveFilter, { params, body: { name: 'Annotated', query: { annotated: 'true' } } })
  const url = `http://127.0.0.1:${closedPort}/events`
  await kim.call(createWebhook, { params, body: { url, events: ['image.added'] } })
}

/** A vessel's line beside its area, and a length. */
async function draw(kim: NetworkClient, image_id: number, category_id: number): Promise<void> {
  const segmentation = [[10, 10, 60, 10, 60, 16, 10, 16]]
  const lines = [[10, 13, 35, 12.5, 60, 13]]
  await kim.call(createAnnotation, { body: { image_id, category_id, segmentation, lines } })
  const measurements = { m1: { kind: 'length' as const, points: [5, 5, 40.5, 30] } }
  await kim.call(saveAnnotatorData, { body: { image: { id: image_id, measurements } } })
}

async function comment(
  kim: NetworkClient,
  { first, second }: { first: number; second: number },
): Promise<void> {
  const place = { kind: 'place', x: 12, y: 20.5 } as const
  const open = await kim.call(beginThread, {
    params: { id: first },
    body: { pin: place, ...said('Is this a vessel?') },
  })
  await kim.call(answerThread, { params: { id: open.id }, body: said('It is.') })
  const settled = await kim.call(beginThread, {
    params: { id: second },
    body: { pin: { kind: 'image' }, ...said('Blurred.') },
  })
  await kim.call(settleThread, { params: { id: settled.id }, body: { resolved: true } })
}

const said = (text: string) => ({ comment: text, save_id: randomUUID() })

/** Submits two of the three cases, and pauses the last. */
async function read(reader: NetworkClient, { grade }: { grade: string }): Promise<void> {
  let next = await firstOf(reader)
  for (const isLast of [false, false, true]) {
    const at = { params: { id: next ?? 0 } }
    const found = await reader.call(getWorkCase, at)
    if (found === null) throw new Error('The image is not assigned.')
    const fields = { [drGrade.key]: { from: null, to: grade } }
    await reader.call(saveAnnotatorData, { body: { image: { id: next ?? 0, fields } } })
    const call = isLast ? pauseCase : submitCase
    next = (await reader.call(call, { params: { id: found.id } })).next_image_id
  }
}

/** Once the copies for the reader are made. */
async function firstOf(reader: NetworkClient): Promise<number | null> {
  for (;;) {
    const [work] = await reader.call(listWork)
    if (work !== undefined) return work.next_image_id
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
