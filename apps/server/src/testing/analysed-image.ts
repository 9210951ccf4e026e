import type { TestApp } from './start-app.ts'
import type { Account } from './given.ts'
import { madeFromNow } from '../features/analysis/made-from.ts'
import { analysed } from './analysed.ts'

const amount = (value: number, uncertainty: number, unit: string) => ({
  value,
  uncertainty,
  unit,
  reference: null,
})

const evidence = {
  perMicrometres: 20,
  widerVenules: { ratio: 1.2, low: 1.1, high: 1.3 },
  narrowerArterioles: { ratio: 1.1, low: 1, high: 1.2 },
  participants: 100,
  events: 10,
  source: { citation: 'A paper', doi: null, place: 'table 2' },
}

/** The numbers of a finished analysis, by kind. */
export const exampleNumbers = {
  quality: { grade: 'gradable', reasons: [], fundus: 1, visibility: 0.912, field: null },
  optic_disc: {
    disc: { centre: { x: 1, y: 1 }, diameterPx: 100, outline: [], doubts: [] },
    fovea: null,
    laterality: 'right',
  },
  zones: {
    scale: { kind: 'stated', micrometresPerPixel: 9.5, source: 'Pixel Spacing' },
    micrometresPerPixel: 9.5,
    measures: {
      crae: amount(151.23, 3.14, 'µm'),
      crve: amount(219.81, 4.2, 'µm'),
      avr: amount(151.23 / 219.81, 0.02, 'ratio'),
    },
    vessels: [],
    sources: {},
  },
  risk: {
    kind: 'risk-index',
    person: { ageYears: 62, sex: 'male' },
    outcomes: [
      {
        kind: 'relative-hazard',
        outcome: 'stroke',
        ratio: 1.21,
        low: 1.05,
        high: 1.4,
        band: 'moderate',
        contributions: [],
        evidence,
      },
      { kind: 'almost-no-effect', outcome: 'coronary-heart-disease', evidence },
    ],
  },
} as const

type Kind = keyof typeof exampleNumbers

export const patient = {
  patient_name: 'Hong^Gildong',
  patient_name_korean: '홍길동',
  patient_id: '00012345',
  patient_sex: 'M',
  patient_birth_date: '1964-03-09',
  study_date: '2026-07-14',
  laterality: 'R',
  laterality_source: 'stated',
} as const

/** The facts of another patient. */
export const stranger = {
  patient_name: 'Kim^Yuna',
  patient_name_korean: '김유나',
  patient_id: '00099999',
  patient_sex: 'F',
  patient_birth_date: '1971-01-02',
  study_date: '2026-07-15',
  laterality: 'L',
  laterality_source: 'stated',
} as const

type Changes = { [K in Kind]?: object | null }

/** An image of a patient with a simulated analysis. */
export async function analysedImage(
  started: Pick<TestApp, 'db' | 'given' | 'parts'>,
  owner: Account,
  {
    datasetId,
    facts = patient,
    changes = {},
  }: { datasetId: number; facts?: object; changes?: Changes },
): Promise<number> {
  const { id } = await started.given.image(owner, { id: datasetId })
  await analyseAs(started, id, { facts, changes })
  return id
}

/** Assigns an image to a patient, and analyses it as that patient's. */
export async function analyseAs(
  { db, parts }: Pick<TestApp, 'db' | 'parts'>,
  id: number,
  { facts, changes = {} }: { facts: object; changes?: Changes },
): Promise<void> {
  const image = await db
    .updateTable('image')
    .set({ ...facts, mics_meta: JSON.stringify({ ORD_SEQ: `ORD-${id}`, BNCH_NM: '안과' }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const madeFrom = await madeFromNow(db, parts.models, image)
  await analysed(db, id, { numbers: { ...exampleNumbers, ...changes }, madeFrom })
}
