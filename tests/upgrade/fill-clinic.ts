import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { requestAnalysis } from '#contract/analysis'
import { getAnnotatorData } from '#contract/annotations'
import { deleteCategory } from '#contract/categories'
import { createDataset, nameClinicians, shareDataset, updateDataset } from '#contract/datasets'
import { storeInstances } from '#contract/dicomweb'
import { generateFhir, pushFhir } from '#contract/fhir'
import { deleteImage, getImage } from '#contract/images'
import { addSender, getReceiver, sendToPacs } from '#contract/pacs'
import { reviewAnalysis } from '#contract/reviews'

import type { NetworkClient } from '../http-client.ts'
import { categoryId, closedPort, type People, pngOf, upload } from './calls.ts'
import { annotate, stateFields } from './fill-readings.ts'
import { dicomPhotograph, photographWithTiffPreamble, smallPhotograph } from './made-photographs.ts'

const reportFile = path.join(import.meta.dirname, '../fixtures/dicom/pydicom/reportsi.dcm')

/** A dataset of patients: files from everywhere, analyses, reviews, and waiting sendings. */
export async function fillClinic(dicomPort: number, { kim, lee }: People): Promise<number> {
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
  await annotate({ kim, lee }, { dataset: id, from: first, to: second })
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
    report: await readFile(reportFile),
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

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200))
}
