import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { changeAnnotation, createAnnotation, deleteAnnotation } from '#contract/annotations'
import { getDatasetData, updateDataset } from '#contract/datasets'
import {
  getResultObject,
  resultObjects,
  sendResults,
  type ResultObject,
} from '#contract/dicom-results'
import { uploadImage } from '#contract/images'
import { listSendings } from '#contract/pacs'
import { reviewAnalysis } from '#contract/reviews'
import { sampleNumbers } from '#report/testing/sample-report'

import { analysed } from '../../../testing/analysed.ts'
import { freePort } from '../../../platform/free-port.ts'
import { havePeers, startOrthanc, testFolder, type Orthanc } from '../../../testing/dicom-peers.ts'
import { describeEveryField, everyField, stateEveryField } from '../../../testing/every-field.ts'
import { fixtureFile } from '../../../testing/fixture-file.ts'
import { startApp } from '../../../testing/start-app.ts'
import { findCurrentAnalysis } from '../../analysis/queries.ts'
import { sendResultsWhereAsked } from './sendings.ts'

const file = fixtureFile('dicom/syntaxes/000_jpeg.dcm')
const square = [[100, 100, 200, 100, 200, 200, 100, 200]]
const numbers = sampleNumbers({ ageYears: 64, sex: 'female' })
const outlined = {
  ...numbers,
  optic_disc: {
    disc: {
      centre: { x: 150, y: 150 },
      diameterPx: 120,
      outline: [
        { x: 90, y: 150 },
        { x: 150, y: 90 },
        { x: 210, y: 150 },
      ],
      doubts: [],
    },
    fovea: null,
    laterality: 'right' as const,
  },
}

async function withImage(options: Parameters<typeof startApp>[0] = {}) {
  const started = await startApp(options)
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['출혈', 'Optic Discs'] })
  const content = await readFile(file)
  const uploaded = await kim.call(uploadImage, {
    query: { dataset_id: dataset.id },
    files: [{ name: 'eye.dcm', content }],
  })
  const { id } = uploaded.body.image
  const annotate = (category_id: number) =>
    kim.call(createAnnotation, { body: { image_id: id, category_id, segmentation: square } })
  const object = (kind: ResultObject, language: 'en' | 'ko' = 'ko') =>
    kim.call(getResultObject, { params: { id, object: kind }, query: { language } })
  return { ...started, kim, dataset, id, annotate, object }
}

/** Faults found by dciodvfy, and the peers' dumps: of the attributes, and of a structured report. */
async function examine(bytes: Buffer): Promise<{ errors: string[]; dump: string; report: string }> {
  const target = path.join(await testFolder(), 'object.dcm')
  await writeFile(target, bytes)
  const verified = spawnSync('dciodvfy', [target], { encoding: 'utf8' })
  const lines = `${verified.stdout}${verified.stderr}`.split('\n')
  const dump = spawnSync('dcmdump', ['+L', target], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const report = spawnSync('dsrdump', ['-Ph', '+Pc', '+Pl', target], { encoding: 'utf8' })
  return {
    errors: lines.filter((line) => line.startsWith('Error')),
    dump: dump.stdout,
    report: report.stdout,
  }
}

/** The SOP Instance UID of a dumped object. */
function instanceUidIn(dump: string): string | undefined {
  return /\(0008,0018\) UI \[([\d.]+)\]/.exec(dump)?.[1]
}

describe.skipIf(!havePeers())('what is known of an image', () => {
  test('consists of objects of the same study in which dciodvfy finds no fault', async () => {
    const { db, id, dataset, annotate, object } = await withImage()
    for (const kind of resultObjects) expect((await object(kind)).status).toBe(409)
    await analysed(db, id, { numbers: outlined })
    for (const category of dataset.categoryIds) await annotate(category)
    const { study_uid: study, instance_uid: instance } = await db
      .selectFrom('image')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const dumps: Record<string, string> = {}
    for (const kind of resultObjects) {
      const answer = await object(kind)
      expect([kind, answer.status]).toEqual([kind, 200])
      const { errors, dump } = await examine(answer.bytes)
      expect([kind, errors]).toEqual([kind, []])
      expect(dump).toContain(study)
      expect(dump).toContain('P0000')
      dumps[kind] = dump
    }
    expect(dumps['measurements']).toContain(instance)
    expect(dumps['measurements']).toContain('CRAE')
    expect(dumps['annotations']).toContain('출혈')
    expect(dumps['annotations']).toContain('99FOVEA')
    expect(dumps['annotations']).toContain('81016008')
    expect(dumps['annotations']).toContain('NumberOfFrames')
    expect(dumps['report']).toContain('application/pdf')
  })

  test('has a value of every type of field, by the reader who stated it', async () => {
    const { db, kim, id, dataset, object } = await withImage()
    await analysed(db, id, { numbers: outlined })
    const before = await examine((await object('measurements')).bytes)
    await describeEveryField(kim, dataset)
    await stateEveryField(kim, id)
    const { errors, dump, report } = await examine((await object('measurements')).bytes)
    expect(errors).toEqual([])
    expect(instanceUidIn(dump)).toMatch(/^2\.25\./)
    expect(instanceUidIn(dump)).not.toBe(instanceUidIn(before.dump))
    for (const line of [
      /PNAME:\(121008,DCM,"Person Observer Name"\)="kim"/,
      /CODE:\(71490-7,LN,.*\)=\(FIELD-\d+-a_choice:b,99FOVEA,"Second\(한\)"\)/,
      /CODE:\(FIELD-\d+-a_set,99FOVEA,"Set\(한\)"\)=\(FIELD-\d+-a_set:a,99FOVEA,.*\)/,
      /NUM:\(FIELD-\d+-a_number,.*\)="14\.5" \(mm\[Hg\],UCUM,.*\)/,
      /TEXT:\(FIELD-\d+-a_text,.*\)="황반 근처 드루젠/,
      /CODE:\(FIELD-\d+-an_answer,.*\)=\(373067005,SCT,"No"\)/,
      /DATE:\(FIELD-\d+-a_day,.*\)="20260301"/,
    ])
      expect(report).toMatch(line)
    expect(report.match(/\(114011,DCM,"Value indeterminate"\)/g)).toHaveLength(
      everyField.length / 2,
    )
    expect((await examine((await object('report')).bytes)).errors).toEqual([])
  })

  test('is verified only as long as no reader states another value', async () => {
    const { db, kim, id, dataset, object } = await withImage()
    await analysed(db, id, { numbers: outlined })
    await describeEveryField(kim, dataset)
    const analysis = await findCurrentAnalysis(db, id)
    const body = { analysis_id: analysis?.naming_result ?? 0, decision: 'confirmed' as const }
    await kim.call(reviewAnalysis, { query: { original_id: id }, body })
    expect((await examine((await object('measurements')).bytes)).dump).toContain('[VERIFIED]')
    await stateEveryField(kim, id)
    expect((await examine((await object('measurements')).bytes)).dump).toContain('[UNVERIFIED]')
  })

  test('states for each segment whether a person, an algorithm or both have drawn it', async () => {
    const { kim, dataset, id, object } = await withImage()
    const [bleeding = 0, disc = 0] = dataset.categoryIds
    const origin = {
      kind: 'automatic' as const,
      algorithms: [{ name: 'fovea-landmarks', version: '2.1' }],
    }
    const create = (category_id: number, more: object = {}) =>
      kim.call(createAnnotation, {
        body: { image_id: id, category_id, segmentation: square, ...more },
      })
    const told = async () => {
      const { errors, dump } = await examine((await object('annotations')).bytes)
      expect(errors).toEqual([])
      const values = (tag: string) =>
        Array.from(
          dump.matchAll(new RegExp(`\\(${tag}\\) [A-Z]{2} \\[([^\\]]*)\\]`, 'g')),
          ([, value]) => value,
        )
      return {
        types: values('0062,0008'),
        names: values('0062,0009'),
        versions: values('0066,0031'),
      }
    }
    await create(bleeding)
    const { body: found } = await create(disc, { origin })
    expect(await told()).toEqual({
      types: ['MANUAL', 'AUTOMATIC'],
      names: ['fovea-landmarks'],
      versions: ['2.1'],
    })
    const mixed = await create(bleeding, { origin: { kind: 'automatic', algorithms: [] } })
    expect((await told()).types).toEqual(['SEMIAUTOMATIC', 'AUTOMATIC'])
    expect((await told()).names).toEqual(['Unknown', 'fovea-landmarks'])
    await kim.call(deleteAnnotation, { params: { id: mixed.body.id } })
    const segmentation = [[100, 100, 201, 100, 200, 200, 100, 200]]
    const body = { revision: 1, segmentation }
    await kim.call(changeAnnotation, { params: { id: found.id }, body })
    expect(await told()).toEqual({
      types: ['MANUAL', 'SEMIAUTOMATIC'],
      names: ['fovea-landmarks'],
      versions: ['2.1'],
    })
  })

  test('has the same UIDs until its content changes', async () => {
    const { kim, db, id, dataset, annotate, object } = await withImage()
    const [category = 0] = dataset.categoryIds
    await analysed(db, id, { numbers: outlined })
    const drawn = await annotate(category)
    const uidOf = async (kind: ResultObject) =>
      instanceUidIn((await examine((await object(kind)).bytes)).dump)
    const first = [await uidOf('measurements'), await uidOf('annotations')]
    expect([await uidOf('measurements'), await uidOf('annotations')]).toEqual(first)
    await kim.call(deleteAnnotation, { params: { id: drawn.body.id } })
    await annotate(category)
    expect(await uidOf('measurements')).toBe(first[0])
    expect(await uidOf('annotations')).not.toBe(first[1])
  })

  test('is stored in the PACS, and the image then counts as sent', async () => {
    const [dicomPort, archivePort] = [await freePort(), await freePort()]
    const outboundHosts = ['127.0.0.1', `127.0.0.1:${archivePort}`]
    const app = await withImage({ works: true, dicomPort, outboundHosts })
    const { kim, db, id, dataset, annotate } = app
    const orthanc = await startOrthanc({ aeTitle: 'NOBODY', port: 1 }, archivePort)
    const PACS = {
      IP: '127.0.0.1',
      PORT: archivePort,
      CALLEDAETITLE: 'ORTHANC',
      SENDRESULTS: 'ko' as const,
    }
    const params = { id: dataset.id }
    await kim.call(updateDataset, { params, body: { settings: { PACS } } })
    await analysed(db, id, { numbers: outlined })
    await db.updateTable('image').set({ mics_state: 'Finished' }).where('id', '=', id).execute()
    await annotate(dataset.categoryIds[0] ?? 0)
    const send = async () => {
      const query = { language: 'ko' } as const
      const { body } = await kim.call(sendResults, { params: { id }, query })
      const find = async () =>
        (await kim.call(listSendings, { params: { id } })).body.find((each) => each.id === body.id)
          ?.state
      await expect.poll(find, { timeout: 60_000 }).toBe('sent')
    }
    await send()
    const stored = z.array(z.string()).parse(await orthanc.rest('GET', '/instances'))
    expect(stored).toHaveLength(3)
    expect(await orthanc.rest('GET', '/studies')).toHaveLength(1)
    expect(await orthanc.rest('GET', '/series')).toHaveLength(3)
    const [image] = (await kim.call(getDatasetData, { params })).body.images
    expect(image?.stateMICS).toBe('FinishedTransmit')
    await send()
    expect(await orthanc.rest('GET', '/instances')).toHaveLength(3)
    await annotate(dataset.categoryIds[1] ?? 0)
    const row = await db
      .selectFrom('image')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => sendResultsWhereAsked(app.parts)(trx, { image: row }))
    const count = async () =>
      z.array(z.string()).parse(await orthanc.rest('GET', '/instances')).length
    await expect.poll(count, { timeout: 60_000 }).toBe(4)

    const say = async (decision: 'confirmed' | 'rejected') => {
      const analysis = await findCurrentAnalysis(db, id)
      const body = { analysis_id: analysis?.naming_result ?? 0, decision, note: '' }
      const query = { original_id: id }
      expect((await kim.call(reviewAnalysis, { query, body })).status).toBe(201)
    }
    await say('confirmed')
    await expect.poll(count, { timeout: 60_000 }).toBe(6)
    const verified = await examine(await fileOf(orthanc, 'COMPLETE', 'FINAL'))
    expect(verified.errors).toEqual([])
    expect(verified.dump).toMatch(/\(0040,a075\) PN \[kim\]/i)
    const state = async () => (await kim.call(getDatasetData, { params })).body.images[0]?.stateMICS
    await expect.poll(state).toBe('FinishedTransmit')

    await say('rejected')
    await expect.poll(count, { timeout: 60_000 }).toBe(7)
    const note = await examine(await fileOf(orthanc, '113037'))
    expect(note.errors).toEqual([])
    // Both reports of each of the two analyses' statuses, as evidence and as content.
    expect(note.dump.match(/0008,1155/g)).toHaveLength(8)
    expect((await app.object('measurements')).body).toMatchObject({ key: 'pacs.withdrawn' })
  })
})

/** The file of an archive that contains all of these texts. */
async function fileOf(archive: Orthanc, ...texts: readonly string[]): Promise<Buffer> {
  const ids = z.array(z.string()).parse(await archive.rest('GET', '/instances'))
  for (const id of ids) {
    const bytes = await archive.file(`/instances/${id}/file`)
    if (texts.every((text) => bytes.includes(text))) return bytes
  }
  throw new Error(`no object of the archive has ${texts.join(' and ')}`)
}

test('of a photograph that the PACS cannot know is not sent', async () => {
  const { given } = await startApp({ outboundHosts: ['127.0.0.1'] })
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const { id } = await given.image(kim, dataset)
  const unset = await kim.call(sendResults, { params: { id } })
  expect([unset.status, unset.body.message]).toEqual([409, expect.stringContaining('No PACS')])
  const PACS = { IP: '127.0.0.1' }
  await kim.call(updateDataset, { params: { id: dataset.id }, body: { settings: { PACS } } })
  expect((await kim.call(sendResults, { params: { id } })).status).toBe(422)
})
