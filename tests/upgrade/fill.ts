import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import sharp from 'sharp'

import { createAccessToken } from '#contract/access-tokens'
import { login, savePreferences } from '#contract/account'
import { requestAnalysis } from '#contract/analysis'
import {
  changeAnnotation,
  copyAnnotations,
  createAnnotation,
  deleteAnnotation,
  getAnnotatorData,
  saveAnnotatorData,
} from '#contract/annotations'
import { createCategory, deleteCategory } from '#contract/categories'
import {
  createDataset,
  deleteDataset,
  getDatasetData,
  nameClinicians,
  shareDataset,
  updateDataset,
} from '#contract/datasets'
import { storeInstances } from '#contract/dicomweb'
import { exportFormats, startExport } from '#contract/exports'
import { setFields } from '#contract/fields'
import { comment } from '#contract/fields/built-in/comment'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import type { Field } from '#contract/fields/field'
import type { FieldValue } from '#contract/fields/value'
import { generateFhir, pushFhir } from '#contract/fhir'
import { deleteImage, getImage, uploadImage } from '#contract/images'
import { importCoco } from '#contract/imports'
import { addSender, getReceiver, sendToPacs } from '#contract/pacs'
import { reviewAnalysis } from '#contract/reviews'
import { startScan } from '#contract/scans'
import { listUndo, rollBack } from '#contract/undo'
import { createUser, setSubscription } from '#contract/users'

import { signedIn, type NetworkClient } from '../http-client.ts'
import type { RunningFovea } from '../running-fovea.ts'
import { fillHospital } from './fill-hospital.ts'
import { dicomPhotograph, photographWithTiffPreamble, smallPhotograph } from './made-photographs.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures')

/** A port without a listener, so that sendings wait. */
const closedPort = 9

/** Environment of the server that `fill` needs. */
export async function environment(
  folder: string,
  dicomPort: number,
): Promise<Record<string, string>> {
  const written = async (name: string, content: object): Promise<string> => {
    await writeFile(path.join(folder, name), JSON.stringify(content))
    return path.join(folder, name)
  }
  return {
    ALLOW_REGISTRATION: 'true',
    DICOM_PORT: String(dicomPort),
    OUTBOUND_HOSTS: `127.0.0.1:${closedPort}`,
    MICS_FILE: await written('mics.json', { adapter: 'hl7v2' }),
    FHIR_FILE: await written('fhir.json', {
      push: { url: `http://127.0.0.1:${closedPort}/fhir` },
    }),
  }
}

/** Does in an empty installation a little of all that people do, by the calls of the contract. */
export async function fill(fovea: RunningFovea, dicomPort: number): Promise<void> {
  const kim = await signedIn(fovea.address, 'kim')
  const lee = await signedIn(fovea.address, 'lee')
  await signedIn(fovea.address, 'park')
  const choi = { username: 'choi', password: 'Some-Word-9', name: 'Choi Yuna', group: 'clinic' }
  await kim.call(createUser, { body: choi })
  const expiry = { newSubDate: '2999-12-31' }
  await kim.call(setSubscription, { params: { username: 'choi' }, body: expiry })
  await signedIn(fovea.address, 'park').then((park) =>
    park.call(login, { body: { username: 'choi', password: 'wrong' } }).catch(() => undefined),
  )
  await kim.call(savePreferences, { body: { language: 'ko' } })
  await kim.call(createAccessToken, { body: { name: 'viewer', days: 366 } })

  const clinic = await fillClinic(fovea, dicomPort, { kim, lee })
  await fillResearch(fovea, lee)
  await fillHospital(fovea.address, { kim, clinic })
  const gone = await kim.call(createDataset, { body: { name: 'Thrown away' } })
  await upload(kim, gone.id, 'gone.png', await pngOf(40, 30, 9))
  await kim.call(deleteDataset, { params: { id: gone.id } })
  for (const format of exportFormats) {
    const { id } = await kim.call(startExport, { params: { id: clinic }, body: { format } })
    await kim.finished(id)
  }
}

interface People {
  readonly kim: NetworkClient
  readonly lee: NetworkClient
}

/** A dataset of patients: files from everywhere, analyses, reviews, and waiting sendings. */
async function fillClinic(
  fovea: RunningFovea,
  dicomPort: number,
  { kim, lee }: People,
): Promise<number> {
  const categories = ['haemorrhage', 'exudate', 'thrown away']
  const { id } = await kim.call(createDataset, { body: { name: 'Clinic', categories } })
  await kim.call(shareDataset, { params: { id }, body: { users: ['lee'] } })
  await kim.call(nameClinicians, { params: { id }, body: { users: ['lee'] } })
  await kim.call(updateDataset, { params: { id }, body: { settings: settings() } })
  const dropped = await categoryId(kim, id, 'thrown away')
  await kim.call(deleteCategory, { params: { id: dropped } })

  const [first, second, third] = await uploadDicom(kim, id)
  await receiveDicom(kim, { dataset: id, dicomPort })
  await analyse(kim, first)
  await analyse(kim, second)
  await analyse(kim, third)
  await review(lee, first, 'confirmed', 'As I see it.')
  await review(kim, second, 'rejected', 'Blurred.')
  await kim.call(generateFhir, { query: { original_id: first } })
  await kim.call(pushFhir, { query: { original_id: first } })
  await kim.call(sendToPacs, { params: { id: first } })
  await kim.call(getImage, { params: { id: third }, query: { asDicom: 'true' } })
  await annotate(kim, lee, { dataset: id, from: first, to: second })
  await stateFields({ kim, lee }, { dataset: id, image: first, other: third })
  return id
}

function settings() {
  const there = { IP: '127.0.0.1', PORT: closedPort }
  return {
    PACS: {
      ...there,
      CALLEDAETITLE: 'ARCHIVE',
      DICOMWEB: `http://127.0.0.1:${closedPort}/dicom-web`,
      WEBUSER: 'fovea',
      WEBPASSWORD: 'secret of the archive',
    },
    MICS: { ...there, REQUIRESEND: true, USERNAME: 'fovea', PASSWORD: 'secret of the orders' },
    FHIR: { SEND: 'confirmed' as const },
  }
}

const hong = { id: 'P-1', name: 'Hong^Gildong=洪^吉洞=홍^길동' }
const stranger = { id: 'P-2', name: 'Kim^Yuna' }

/** Objects of cameras that write time in every way that there is; the ids of the first three. */
async function uploadDicom(kim: NetworkClient, dataset: number): Promise<[number, number, number]> {
  const good = await smallPhotograph('05_h.jpg', 876)
  const other = await smallPhotograph('IDRiD_005.jpg', 876)
  const small = await smallPhotograph('02_h.jpg', 240)
  const send = async (name: string, content: Promise<Buffer> | Buffer): Promise<number> =>
    upload(kim, dataset, name, await content)
  const local = await send('local.dcm', dicomPhotograph(good, { number: 1, patient: hong }))
  const offset = { AcquisitionDateTime: '20260714101230.000+0900' }
  const withOffset = await send(
    'offset.dcm',
    dicomPhotograph(other, { number: 2, patient: stranger, changes: offset }),
  )
  const jpeg = await upload(kim, dataset, 'visit/2026/eye.jpg', good)
  const zone = { TimezoneOffsetFromUTC: '+0900', AcquisitionDateTime: '20260714233000' }
  await send('zone.dcm', dicomPhotograph(small, { number: 3, patient: hong, changes: zone }))
  const timeless = { AcquisitionDateTime: '', ContentTime: '', StudyTime: '' }
  await send(
    'timeless.dcm',
    dicomPhotograph(small, { number: 4, patient: hong, changes: timeless }),
  )
  await send('tiff-preamble.dcm', photographWithTiffPreamble({ number: 5, patient: hong }))
  await send('twin.dcm', dicomPhotograph(small, { number: 6, patient: hong }))
  const imposter = { number: 6, patient: stranger }
  const file = { name: 'imposter.dcm', content: await dicomPhotograph(small, imposter) }
  await kim.call(storeInstances, { params: { id: dataset }, file })
  const deleted = await upload(kim, dataset, 'deleted.png', await pngOf(60, 50, 3))
  await kim.call(deleteImage, { params: { id: deleted } })
  return [local, withOffset, jpeg]
}

/** From a station: an object that was uploaded too, a new one, and one that is refused. */
async function receiveDicom(
  kim: NetworkClient,
  { dataset, dicomPort }: { dataset: number; dicomPort: number },
): Promise<void> {
  const station = { ae_title: 'STATION', address: '127.0.0.1', dataset_id: dataset }
  await kim.call(addSender, { body: station })
  const small = await smallPhotograph('02_h.jpg', 240)
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-station-'))
  const sent = {
    twin: await dicomPhotograph(small, { number: 6, patient: hong, sourceAeTitle: 'STATION' }),
    other: await dicomPhotograph(small, { number: 7, patient: hong }),
    // Its pixels end early, and this is a report: neither becomes a photograph.
    broken: await dicomPhotograph(Buffer.from(small).fill(0, 800), { number: 8, patient: hong }),
    report: await readFile(path.join(fixtures, 'dicom/pydicom/reportsi.dcm')),
  }
  for (const [name, content] of Object.entries(sent)) {
    const file = path.join(folder, `${name}.dcm`)
    await writeFile(file, content)
    const titles = ['-aet', 'STATION', '-aec', 'XAIMED_OP_XAIFN']
    const { status, stderr } = spawnSync('storescu', [
      name === 'report' ? '-xe' : '-xy',
      ...titles,
      '127.0.0.1',
      String(dicomPort),
      file,
    ])
    if (status !== 0) throw new Error(`storescu: ${String(stderr)}`)
  }
  await rm(folder, { recursive: true })
  await until(async () => (await kim.call(getReceiver)).waiting === 0)
}

async function analyse(kim: NetworkClient, image: number): Promise<void> {
  const { task } = await kim.call(requestAnalysis, { query: { original_id: image } })
  const { status } = await kim.finished(task.id)
  if (status !== 'succeeded') throw new Error(`The analysis of ${image} has ${status}.`)
}

async function review(
  client: NetworkClient,
  image: number,
  decision: 'confirmed' | 'rejected',
  note: string,
): Promise<void> {
  const { results } = (await client.call(getAnnotatorData, { params: { id: image } })).image
  const body = { analysis_id: results['quality']?.id ?? 0, decision, note }
  await client.call(reviewAnalysis, { query: { original_id: image }, body })
}

/** Shapes of every kind; some are changed, copied, deleted, or deleted and brought back. */
async function annotate(
  kim: NetworkClient,
  lee: NetworkClient,
  { dataset, from, to }: { dataset: number; from: number; to: number },
): Promise<void> {
  const haemorrhage = await categoryId(kim, dataset, 'haemorrhage')
  const exudate = await categoryId(kim, dataset, 'exudate')
  const macula = await kim.call(createCategory, {
    body: { name: 'macula', keypoint_labels: ['fovea', 'edge'], keypoint_edges: [[1, 2]] },
  })
  await kim.call(updateDataset, {
    params: { id: dataset },
    body: { categories: [haemorrhage, exudate, macula.id] },
  })
  const of = { image_id: from, category_id: haemorrhage }
  const holed = { rings: [[square(100, 80), square(120, 20)]] }
  const ring = await kim.call(createAnnotation, { body: { ...of, segmentation: holed } })
  await lee.call(changeAnnotation, {
    params: { id: ring.id },
    body: { revision: ring.revision, metadata: { certain: true }, color: '#00ff88' },
  })
  const box = { segmentation: [square(300, 60)], isbbox: true }
  await lee.call(createAnnotation, { body: { ...of, category_id: exudate, ...box } })
  const points = { category_id: macula.id, keypoints: [200, 210.5, 2, 220, 230, 1] }
  await kim.call(createAnnotation, { body: { ...of, ...points } })
  const shape = { ...of, segmentation: [square(400, 30)] }
  for (const isRestored of [false, true]) {
    const annotation = await kim.call(createAnnotation, { body: shape })
    await kim.call(deleteAnnotation, { params: { id: annotation.id } })
    if (!isRestored) continue
    const [item] = await kim.call(listUndo, { query: { type: 'annotation' } })
    await kim.call(rollBack, { query: { id: item?.id ?? 0, instance: 'annotation' } })
  }
  await kim.call(copyAnnotations, {
    params: { fromId: from, toId: to },
    body: { category_ids: [haemorrhage] },
  })
  const image = { id: to, metadata: { room: '3' }, category_ids: [exudate] }
  await kim.call(saveAnnotatorData, { body: { image } })
}

const common = { cannotTell: true, required: false } as const
const pressure: Field = {
  ...common,
  key: 'pressure',
  type: 'number',
  subject: 'eye',
  words: { en: 'Pressure', ko: '안압' },
  unit: 'mm[Hg]',
  decimals: 1,
}
const readersGrade: Field = {
  ...drGrade,
  key: 'readers_grade',
  perReader: { showsOthers: false },
}
const referable: Field = {
  ...common,
  key: 'referable',
  type: 'yesNo',
  subject: 'image',
  words: { en: 'Referable', ko: '의뢰 필요' },
  computed: { cases: [{ if: { field: 'dr_grade', in: ['2', '3', '4'] }, value: true }] },
}
const certainty: Field = {
  ...common,
  key: 'certainty',
  type: 'choice',
  subject: 'annotation',
  words: { en: 'Certainty', ko: '확실성' },
  ordered: true,
  options: ['sure', 'unsure'].map((value) => ({ value, words: { en: value, ko: value } })),
}

/** Fields of every subject, one of which is removed, with agreed values and those of readers. */
async function stateFields(
  { kim, lee }: People,
  { dataset, image, other }: { dataset: number; image: number; other: number },
): Promise<void> {
  const params = { id: dataset }
  const fields = [drGrade, readersGrade, referable, pressure, certainty, comment]
  await kim.call(setFields, { params, body: { fields, replaces: {} } })
  const note = 'Drusen near the fovea.'
  await state(kim, image, { dr_grade: '2', readers_grade: '2', pressure: 14.5, comment: note })
  await state(lee, image, { readers_grade: '3' })
  await state(kim, other, { dr_grade: { cannotTell: true }, readers_grade: '1' })
  await state(lee, other, { readers_grade: '1' })
  const category_id = await categoryId(kim, dataset, 'exudate')
  const segmentation = [square(500, 20)]
  await lee.call(createAnnotation, {
    body: { image_id: image, category_id, segmentation, fields: { certainty: 'unsure' } },
  })
  const replaces = Object.fromEntries(fields.map(({ key }) => [key, 1]))
  const kept = fields.filter((field) => field !== comment)
  await kim.call(setFields, { params, body: { fields: kept, replaces } })
}

async function state(
  who: NetworkClient,
  id: number,
  values: Readonly<Record<string, FieldValue>>,
): Promise<void> {
  const changes = Object.entries(values).map(([key, to]) => [key, { from: null, to }] as const)
  await who.call(saveAnnotatorData, {
    body: { image: { id, fields: Object.fromEntries(changes) } },
  })
}

function square(at: number, side: number): number[] {
  return [at, at, at + side, at, at + side, at + side, at, at + side].map((each) => each + 0.25)
}

/** A dataset of lee's alone: a file that was put there, one that has vanished, an import. */
async function fillResearch(fovea: RunningFovea, lee: NetworkClient): Promise<void> {
  const { id } = await lee.call(createDataset, { body: { name: '연구 Research' } })
  await upload(lee, id, 'kept.png', await pngOf(120, 90, 1))
  await upload(lee, id, 'vanished.png', await pngOf(80, 60, 2))
  const folder = path.join(fovea.dataFolder, 'datasets', '연구 Research')
  await mkdir(path.join(folder, 'disk'), { recursive: true })
  await writeFile(path.join(folder, 'disk/put.tif'), await tiffOf(70, 50))
  await rename(path.join(folder, 'vanished.png'), path.join(fovea.dataFolder, 'vanished.png'))
  await rm(path.join(fovea.dataFolder, 'vanished.png'))
  await lee.finished((await lee.call(startScan, { params: { id } })).id)
  const document = {
    images: [{ id: 1, file_name: 'kept.png', width: 120, height: 90 }],
    categories: [{ id: 1, name: 'imported' }],
    annotations: [
      {
        id: 1,
        image_id: 1,
        category_id: 1,
        bbox: [10, 10, 20, 20],
        area: 400,
        segmentation: [[10, 10, 30, 10, 30, 30, 10, 30]],
        iscrowd: 0,
      },
    ],
  }
  const file = { name: 'labels.json', content: Buffer.from(JSON.stringify(document)) }
  await lee.finished((await lee.call(importCoco, { params: { id }, file })).id)
}

/** A file by its path in the dataset; the image's id. */
async function upload(
  client: NetworkClient,
  dataset: number,
  file: string,
  content: Uint8Array,
): Promise<number> {
  const [name = '', ...folders] = file.split('/').toReversed()
  const query = { dataset_id: dataset, folder: folders.toReversed().join('/') }
  return (await client.call(uploadImage, { query, file: { name, content } })).image.id
}

async function categoryId(client: NetworkClient, dataset: number, name: string): Promise<number> {
  const { categories } = await client.call(getDatasetData, { params: { id: dataset } })
  const found = categories.find((category) => category.name === name)
  if (found === undefined) throw new Error(`There is no category ${name}.`)
  return found.id
}

function pictureOf(width: number, height: number, seed: number) {
  const background = { r: seed * 20, g: 90, b: 40 }
  return sharp({ create: { width, height, channels: 3, background } })
}

const pngOf = (width: number, height: number, seed: number): Promise<Buffer> =>
  pictureOf(width, height, seed).png().toBuffer()

const tiffOf = (width: number, height: number): Promise<Buffer> =>
  pictureOf(width, height, 5).tiff().toBuffer()

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200))
}
