import type { Description, MeasuredAmount, MeasuredComponent } from '../description.ts'

function calibre(code: string, unit: string, amount: MeasuredAmount): MeasuredComponent {
  const concept = { code, display: `Calibre ${code}`, definition: 'A calibre.' }
  return { code: concept, label: code.toUpperCase(), unit, amount }
}

/** A description of one photograph of a fictitious person's right eye. */
export const example: Description = {
  site: {
    id: '5a3f3f6e-4d0c-4d4e-8b46-8f6d8b2f1c01',
    organisation: '예시대학교병원 안과',
    patientSystem: 'urn:oid:2.999.1.1',
    dicomWeb: null,
    orderSystem: 'urn:oid:2.999.1.2',
    endpoint: 'https://fovea.example/',
    language: 'ko',
    usesSnomed: true,
    krCore: null,
  },
  patient: { id: '00012345', name: '홍길동', names: [], sex: 'male', birthDate: '1964-03-09' },
  photograph: {
    id: 42,
    uids: { study: '2.25.1001', series: '2.25.1002', instance: '2.25.1003' },
    sopClass: '1.2.840.10008.5.1.4.1.1.77.1.5.1',
    modality: 'OP',
    eye: 'right',
    takenAt: { day: '2026-07-14', time: '10:12:30', offset: '+09:00' },
    studyDay: '2026-07-14',
    mediaType: 'image/png',
    width: 2124,
    height: 2056,
    size: 3_145_728,
    sha1: '6Z9NY0s7mHRv3mXsXO5nGx0r8Xs=',
    camera: { manufacturer: 'Example Optics', model: 'F-1', serial: '7' },
  },
  study: {
    scope: 'dataset 3',
    accessionNumber: '',
    instances: [
      {
        series: '2.25.1002',
        instance: '2.25.1003',
        sopClass: '1.2.840.10008.5.1.4.1.1.77.1.5.1',
        modality: 'OP',
        eye: 'right',
      },
    ],
  },
  order: { number: '20260714001234', department: '안과' },
  analysis: {
    resultId: 7,
    at: '2026-07-14T01:15:02.000Z',
    quality: { grade: 'gradable', reasons: [], visibility: 0.93 },
    otherEye: null,
    measured: [
      {
        key: 'calibres',
        code: {
          code: 'vessel-calibre',
          display: 'Retinal vessel calibre',
          definition: 'Calibres.',
        },
        text: '망막혈관 직경(B구역)',
        method: 'Knudtson 2003, 종류별 굵은 혈관 6개, B구역',
        scale: 'Pixel Spacing',
        components: [
          calibre('crae', 'um', { value: 151.2, uncertainty: 3.1 }),
          calibre('crve', 'um', { value: 219.8, uncertainty: 4.2 }),
          calibre('avr', '1', { value: 0.688, uncertainty: 0.02 }),
        ],
      },
    ],
    risk: {
      kind: 'bands',
      outcomes: [
        {
          outcome: 'stroke',
          event: '',
          band: 'moderate',
          hazard: 1.21,
          basis: 'Relative hazard 1.21 (95 % interval 1.05 to 1.40).',
        },
      ],
    },
    algorithms: [{ name: 'Vessels', version: '1.0.0' }],
  },
  review: null,
  printed: null,
  software: {
    name: 'Fovea',
    version: '1.0.0',
    itemName: '심혈관위험평가소프트웨어',
    model: null,
    manufacturer: 'Example Co., Ltd.',
    licenceNumber: null,
    udiDi: null,
    instructionsUrl: null,
  },
}

/** The same after a named clinician's review. */
export function reviewed(verdict: 'confirmed' | 'rejected'): Description {
  const review = { verdict, username: 'lee', name: '이안과', at: '2026-07-14T02:00:00.000Z' }
  return { ...example, review }
}

export const ungradable: Description = {
  ...example,
  analysis: {
    ...example.analysis,
    quality: { grade: 'not-gradable', reasons: ['blurred'], visibility: 0.1 },
  },
}

/** A picture that was refused without an examination. */
export const unexamined: Description = {
  ...example,
  analysis: {
    ...example.analysis,
    quality: { grade: 'not-gradable', reasons: ['ultra-wide-field'], visibility: null },
  },
}

export const certified: Description = {
  ...example,
  analysis: {
    ...example.analysis,
    risk: { kind: 'ten-year', percent: 12.4, band: 'moderate', event: 'Cardiovascular disease' },
  },
}
