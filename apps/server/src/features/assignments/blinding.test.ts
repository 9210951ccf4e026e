import { expect, test } from 'vitest'

import { createAnnotation, getAnnotatorData } from '#contract/annotations'
import { closeAssignment, submitCase, getWorkCase, listAssignedCases } from '#contract/assignments'
import { getDatasetData, listDatasets, shareDataset, updateDataset } from '#contract/datasets'
import { endpoints } from '#contract/endpoints'
import { getImage, uploadImage } from '#contract/images'
import { search } from '#contract/search'

import type { Db } from '../../platform/database/database.ts'
import { inputOf } from '../../testing/every-call.ts'
import type { Account } from '../../testing/given.ts'
import { nothing, type Input, type World } from '../../testing/world.ts'
import { listen } from '../live/testing/listen.ts'
import { copyCasesTask } from './jobs.ts'
import { secrets, trial } from './testing/trial.ts'

async function blinded() {
  const started = await trial()
  const { kim, lee, zimmer, params, assign, readyWork } = started
  const assignment = await assign({ blinded: true, readers: ['lee', 'zimmer'], seed: 1 })
  const [own, others] = [await readyWork(lee), await readyWork(zimmer)]
  const inside = { ...params, assignment: assignment.id }
  const { cases } = (await kim.call(listAssignedCases, { params: inside })).body
  return { ...started, assignment, inside, own, others, cases }
}

type Blinded = Awaited<ReturnType<typeof blinded>>

test('a blinded reader sees neutral copies in an order of their own, with the side of the eye alone', async () => {
  const { lee, zimmer, ids, cases, own } = await blinded()
  const image = own.next_image_id ?? 0
  const { body } = await lee.call(getAnnotatorData, { params: { id: image } })
  expect(body.image).toMatchObject({
    file_name: 'case-0001.png',
    patientID: '',
    patientName: '',
    studyDate: '',
    laterality: 'R',
    results: {},
    metadata: {},
    dicomMeta: {},
  })
  expect(body.fields.map(({ field }) => field.key)).toEqual(['dr_grade', 'remark'])
  expect(body.dataset.rights).toEqual(['view', 'annotate'])
  const orderOf = (reader: string) =>
    cases.filter((each) => each.reader === reader).map((each) => ids.indexOf(each.image_id))
  expect(orderOf('lee')).not.toEqual(orderOf('zimmer'))
  // Ids rise with the position, whatever the source.
  const copies = cases.filter((each) => each.reader === 'lee').map((each) => each.read_image_id)
  expect(copies).toEqual(copies.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  expect((await zimmer.call(getImage, { params: { id: image } })).status).toBe(404)
  const { bytes } = await lee.call(getImage, {
    params: { id: image },
    query: { asAttachment: 'true' },
  })
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
})

/** The things that a reader may try to get at: of the source, of another reader, and their own. */
async function worldsOf({ kim, lee, dataset, ids, cases, own, db }: Blinded): Promise<World[]> {
  const [category = 0] = dataset.categoryIds
  const [source = 0] = ids
  const foreign = cases.find(({ reader }) => reader === 'zimmer')?.read_image_id ?? 0
  const mine = own.next_image_id ?? 0
  const drawnBy = async (account: Account, imageId: number) => {
    const body = { image_id: imageId, category_id: category }
    return (await account.call(createAnnotation, { body })).body.id
  }
  const result = await db.selectFrom('analysis_result').select('id').executeTakeFirstOrThrow()
  const task = await db.selectFrom('task').select('id').executeTakeFirstOrThrow()
  const ofSource = { annotation: await drawnBy(kim, source), result: result.id, task: task.id }
  const ofOwn = { annotation: await drawnBy(lee, mine) }
  return [
    { ...nothing, ...ofSource, dataset: dataset.id, image: source, category },
    { ...nothing, dataset: await datasetOf(db, foreign), image: foreign, category },
    { ...nothing, ...ofOwn, dataset: await datasetOf(db, mine), image: mine, category },
  ]
}

async function datasetOf(db: Db, imageId: number): Promise<number> {
  const { dataset_id: id } = await db
    .selectFrom('image')
    .select('dataset_id')
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow()
  return id
}

const ofAssignments = ['listAssignedCases', 'getAssignment', 'exportGrades']
/** Every call that reads. */
const readings = [...endpoints].filter(
  ([name, { method, changesState }]) =>
    method === 'GET' && !changesState && name !== 'getEvents' && name !== 'searchDirectory',
)

/** The answers that an account gets to some calls, as text whatever their form. */
async function seenBy(
  account: Account,
  worlds: readonly World[],
  { assignment, calls }: { assignment: number; calls: typeof readings },
) {
  const answers: { name: string; text: string }[] = []
  for (const world of worlds) {
    for (const [name, endpoint] of calls) {
      const own = { params: { id: world.dataset, assignment } }
      const input: Input = ofAssignments.includes(name) ? own : inputOf(name, world)
      const { status, bytes, headers } = await account.call(endpoint, input)
      if (status >= 300) continue
      answers.push({ name, text: `${JSON.stringify(headers)} ${bytes.toString('latin1')}` })
    }
  }
  return answers
}

test('no call and no event tells a blinded reader the patient, the source, another reader or an AI result', async () => {
  const started = await blinded()
  const { kim, lee, zimmer, ids, cases, own, answer, assignment } = started
  const { heard } = await listen(started, lee, { imageId: own.next_image_id ?? 0 })
  const others = cases.filter(({ reader }) => reader === 'zimmer')
  for (const { read_image_id: image, id } of others) {
    await answer(zimmer, image, { dr_grade: '4', remark: 'SECRETREMARK' })
    expect((await zimmer.call(submitCase, { params: { id } })).status).toBe(200)
  }
  const forbidden = [...secrets, 'zimmer']
  const leaksIn = (text: string) => forbidden.filter((each) => text.includes(each))
  const worlds = await worldsOf(started)
  const seen = await seenBy(lee, worlds, { assignment: assignment.id, calls: readings })
  expect(seen.length).toBeGreaterThan(40)
  expect(seen.filter(({ text }) => leaksIn(text).length > 0).map(({ name }) => name)).toEqual([])
  // The same search finds what there is to find.
  const telling = new Set(['getDatasetData', 'getAnnotatorData', ...ofAssignments])
  const calls = readings.filter(([name]) => telling.has(name))
  const ofOwner = await seenBy(kim, worlds, { assignment: assignment.id, calls })
  expect(new Set(ofOwner.flatMap(({ text }) => leaksIn(text)))).toEqual(new Set(forbidden))
  for (const q of ['P-SECRET', 'Hidden', 'Trial']) {
    const { body } = await lee.call(search, { query: { q } })
    expect(body).toEqual({ datasets: [], patients: [] })
  }
  expect(leaksIn(JSON.stringify(heard))).toEqual([])
  const foreign = new Set<unknown>([...ids, ...others.map((each) => each.read_image_id)])
  expect(heard.filter((event) => 'image_id' in event && foreign.has(event.image_id))).toEqual([])
})

test('neither sharing nor a group nor administration unblinds a reader before the assignment is closed', async () => {
  const { kim, lee, zimmer, db, dataset, params, inside, cases } = await blinded()
  const refused = await kim.call(shareDataset, { params, body: { users: ['LEE'] } })
  expect(refused).toMatchObject({ status: 409, body: { key: 'assignments.blindedReader' } })
  await db
    .insertInto('dataset_member')
    .values({ dataset_id: dataset.id, user_id: lee.id, role: 'viewer' })
    .execute()
  await db.updateTable('app_user').set({ is_admin: true }).where('id', '=', lee.id).execute()
  expect((await lee.call(getDatasetData, { params })).status).toBe(404)
  const foreign = cases.find(({ reader }) => reader === 'zimmer')?.read_image_id ?? 0
  expect((await lee.call(getImage, { params: { id: foreign } })).status).toBe(404)
  const listed = (await lee.call(listDatasets)).body.datasets
  expect(listed.filter(({ id }) => id === dataset.id)).toEqual([])
  expect((await zimmer.call(getDatasetData, { params })).status).toBe(404)
  await kim.call(closeAssignment, { params: inside })
  expect((await lee.call(getDatasetData, { params })).status).toBe(200)
})

test('the copies are in no list, and are changed neither by the owner nor in their form', async () => {
  const { kim, lee, db, dataset, own, answer } = await blinded()
  const { datasets } = (await kim.call(listDatasets)).body
  expect(datasets.map(({ id }) => id)).toEqual([dataset.id])
  expect((await lee.call(listDatasets)).body.datasets).toEqual([])
  const image = own.next_image_id ?? 0
  const id = await datasetOf(db, image)
  expect((await kim.call(getAnnotatorData, { params: { id: image } })).status).toBe(200)
  expect(await answer(kim, image, { dr_grade: '0' })).toMatchObject({
    status: 409,
    body: { key: 'assignments.otherReader' },
  })
  const share = { params: { id }, body: { users: ['zimmer'] } }
  expect((await kim.call(shareDataset, share)).status).toBe(403)
  const change = { params: { id }, body: { add_categories: ['new'] } }
  expect((await lee.call(updateDataset, change)).status).toBe(409)
  const upload = { query: { dataset_id: id }, files: [] }
  expect((await lee.call(uploadImage, upload)).status).toBe(403)
})

test('copying that was interrupted goes on, and no case is doubled or lost', async () => {
  const { kim, lee, db, parts, assignment, own } = await blinded()
  const before = await db.selectFrom('image').select(['id', 'path']).orderBy('id').execute()
  // As if the process had been killed after the photograph was stored, before its case knew it.
  await db
    .updateTable('assignment_item')
    .set({ image_id: null })
    .where('image_id', '=', own.next_image_id)
    .execute()
  const { id } = await parts.jobs.start(db, {
    definition: copyCasesTask,
    payload: { assignmentId: assignment.id, creatorId: kim.id },
    name: { key: 'assignments.copyTask', params: { name: 'Trial' } },
    creatorId: kim.id,
  })
  await expect
    .poll(
      async () =>
        (
          await db
            .selectFrom('task')
            .select('status')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).status,
      { timeout: 30_000 },
    )
    .toBe('succeeded')
  expect(await db.selectFrom('image').select(['id', 'path']).orderBy('id').execute()).toEqual(
    before,
  )
  const { body } = await lee.call(getWorkCase, { params: { id: own.next_image_id ?? 0 } })
  expect(body).toMatchObject({ position: 1, state: 'open' })
})
