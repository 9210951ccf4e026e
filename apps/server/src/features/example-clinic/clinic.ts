import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import { comment } from '#contract/fields/built-in/comment'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import { gradability } from '#contract/fields/built-in/gradability'
import type { FieldValue } from '#contract/fields/value'
import type { PatientData } from '#contract/patient-data'
import type { Segmentation } from '#geometry/segmentation'

type Text = Readonly<Record<'en' | 'ko', string>>

/** A photograph of the clinic in the folder `example-clinic`. */
export interface Photograph {
  readonly file: string
  readonly patient: keyof typeof patients
  readonly eye: 'R' | 'L'
  readonly takenAt: string
  readonly work: keyof typeof works
  /** How it was derived from another one; undefined for an original. */
  readonly made?: Text
  /** Values that the readers agree on, by the key of the field. */
  readonly agreed: Readonly<Record<string, FieldValue>>
  /** The DR grades of the two readers; absent for a photograph that they do not grade. */
  readonly grades?: readonly [first: string, second: string]
  /** The name of its outlines in `outlines.json`. */
  readonly outlines?: string
}

/** Every ID and name shows that the patient is fictitious. */
export const patients = {
  A: { name: { en: 'Example Ara', ko: '예시 아라' }, sex: 'F', birthDate: '1991-03-02' },
  B: { name: { en: 'Example Bora', ko: '예시 보라' }, sex: 'F', birthDate: '1958-04-12' },
  C: { name: { en: 'Example Chan', ko: '예시 찬' }, sex: 'M', birthDate: '1966-11-23' },
  D: { name: { en: 'Example Dongha', ko: '예시 동하' }, sex: 'M', birthDate: '1949-07-30' },
} as const satisfies Record<string, { name: Text; sex: PatientData['sex']; birthDate: string }>

/** The published sources of the photographs, with the field of their cameras. */
export const works = {
  hrf: {
    work: 'High-Resolution Fundus Image Database',
    authors: 'A. Budai et al. 2013',
    licence: 'CC BY 4.0',
    scale: { field_degrees: 45, circle_px: 1640 },
  },
  idrid: {
    work: 'Indian Diabetic Retinopathy Image Dataset',
    authors: 'P. Porwal et al. 2018',
    licence: 'CC BY 4.0',
    scale: { field_degrees: 50, circle_px: 1720 },
  },
} as const

const reframed: Text = {
  en: 'Not a second photograph: the first one, turned, enlarged and in another light.',
  ko: '두 번째 촬영이 아니라 첫 사진을 회전, 확대하고 밝기를 바꾼 것입니다.',
}
const blurred: Text = {
  en: 'Not a second photograph: the first one, made out of focus.',
  ko: '두 번째 촬영이 아니라 첫 사진의 초점을 흐리게 한 것입니다.',
}

const gradable = { gradability: 'gradable' }
const limited = { gradability: 'limited' }

export const photographs: readonly Photograph[] = [
  {
    file: '03_h.jpg',
    patient: 'A',
    eye: 'R',
    takenAt: '2024-03-12T10:05:00',
    work: 'hrf',
    agreed: gradable,
    grades: ['0', '0'],
  },
  {
    file: '02_h.jpg',
    patient: 'A',
    eye: 'L',
    takenAt: '2024-03-12T10:06:00',
    work: 'hrf',
    agreed: gradable,
    grades: ['0', '0'],
  },
  {
    file: '03_h-second-visit.jpg',
    patient: 'A',
    eye: 'R',
    takenAt: '2025-03-18T09:40:00',
    work: 'hrf',
    made: reframed,
    agreed: gradable,
  },
  {
    file: '05_h.dcm',
    patient: 'B',
    eye: 'R',
    takenAt: '2024-09-10T09:30:00',
    work: 'hrf',
    agreed: gradable,
    grades: ['0', '0'],
  },
  {
    file: '06_h.jpg',
    patient: 'B',
    eye: 'L',
    takenAt: '2024-09-10T09:31:00',
    work: 'hrf',
    agreed: gradable,
    grades: ['0', '0'],
  },
  {
    file: '05_h-second-visit.jpg',
    patient: 'B',
    eye: 'R',
    takenAt: '2025-09-02T14:20:00',
    work: 'hrf',
    made: reframed,
    agreed: gradable,
  },
  {
    file: 'IDRiD_07.jpg',
    patient: 'C',
    eye: 'R',
    takenAt: '2024-06-04T11:15:00',
    work: 'idrid',
    agreed: gradable,
    grades: ['2', '2'],
    outlines: 'IDRiD_07',
  },
  {
    file: 'IDRiD_55.jpg',
    patient: 'C',
    eye: 'L',
    takenAt: '2024-06-04T11:16:00',
    work: 'idrid',
    agreed: gradable,
    grades: ['3', '2'],
    outlines: 'IDRiD_55',
  },
  {
    file: 'IDRiD_55-second-visit.jpg',
    patient: 'C',
    eye: 'L',
    takenAt: '2024-12-03T11:00:00',
    work: 'idrid',
    made: reframed,
    agreed: gradable,
  },
  {
    file: 'IDRiD_005.jpg',
    patient: 'D',
    eye: 'R',
    takenAt: '2024-05-21T15:45:00',
    work: 'idrid',
    agreed: limited,
    grades: ['1', '2'],
  },
  {
    file: 'IDRiD_001.jpg',
    patient: 'D',
    eye: 'L',
    takenAt: '2024-05-21T15:46:00',
    work: 'idrid',
    agreed: limited,
    grades: ['3', '3'],
  },
  {
    file: 'IDRiD_001-out-of-focus.jpg',
    patient: 'D',
    eye: 'L',
    takenAt: '2024-11-19T10:10:00',
    work: 'idrid',
    made: blurred,
    agreed: { gradability: 'not_gradable' },
  },
]

/** Categories of the outlines, by their key in `outlines.json`. */
export const lesions = {
  microaneurysms: { en: 'Microaneurysms', ko: '미세동맥류' },
  haemorrhages: { en: 'Haemorrhages', ko: '망막출혈' },
  hardExudates: { en: 'Hard exudates', ko: '경성 삼출물' },
  softExudates: { en: 'Soft exudates', ko: '연성 삼출물' },
} as const satisfies Record<string, Text>
export type Lesion = keyof typeof lesions

/** Fields of the example dataset. Each reader grades for themselves. */
export const clinicFields = [{ ...drGrade, perReader: { showsOthers: true } }, gradability, comment]

const folder = path.join(import.meta.dirname, '../../../../../example-clinic')

export function photographFile(file: string): string {
  return path.join(folder, file)
}

const Rings = z.union([
  z.array(z.array(z.number())),
  z.object({ rings: z.array(z.array(z.array(z.number()))) }),
])
const Outlines = z.record(
  z.string(),
  z.array(z.partialRecord(z.enum(Object.keys(lesions) as [Lesion, ...Lesion[]]), Rings)),
)

/** The outlines of each photograph by the first and the second reader. */
export async function readOutlines(): Promise<
  Record<string, Partial<Record<Lesion, Segmentation>>[]>
> {
  return Outlines.parse(JSON.parse(await readFile(photographFile('outlines.json'), 'utf8')))
}
