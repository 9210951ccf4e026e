import {
  changeAnnotation,
  copyAnnotations,
  createAnnotation,
  deleteAnnotation,
  saveAnnotatorData,
} from '#contract/annotations'
import { createCategory } from '#contract/categories'
import { updateDataset } from '#contract/datasets'
import { setFields } from '#contract/fields'
import { comment } from '#contract/fields/built-in/comment'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import type { Field } from '#contract/fields/field'
import type { FieldValue } from '#contract/fields/value'
import { listUndo, rollBack } from '#contract/undo'

import type { NetworkClient } from '../http-client.ts'
import { categoryId, type People } from './calls.ts'

/** Shapes of every kind; some are changed, copied, deleted, or deleted and brought back. */
export async function annotate(
  { kim, lee }: People,
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
export async function stateFields(
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
