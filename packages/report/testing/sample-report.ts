import type { ZoneNumbers } from '#contract/analysis-numbers'
import type { EyeReport } from '#contract/reports'
import { ReportedNumbers, reportedKinds } from '#contract/results/kinds'
import { measureNames } from '#retina/eye-measures'
import { assessRisk, type Person } from '#retina/risk/risk'
import { referenceRanges, sourcesOf } from '#retina/risk/reference-values'

const at = { x: 400, y: 300 }

/** Measurements of an eye with a stated scale. */
function zonesOf(crae: number, crve: number): ZoneNumbers {
  const measured = { crae, crve, avr: crae / crve }
  const measures = Object.fromEntries(
    measureNames.map((name) => [
      name,
      name in measured
        ? {
            value: measured[name as keyof typeof measured],
            uncertainty: name === 'avr' ? 0.02 : 3.5,
            unit: name === 'avr' ? 'ratio' : 'µm',
            reference: referenceRanges[name] ?? null,
          }
        : name === 'discFoveaDistance'
          ? { notMeasurable: 'no-fovea' }
          : { value: 1.2, uncertainty: 0.05, unit: 'ratio', reference: null },
    ]),
  )
  return {
    scale: { kind: 'stated', micrometresPerPixel: 6.2, source: 'Pixel Spacing' },
    micrometresPerPixel: 6.2,
    measures,
    regions: [],
    crossings: [],
    vessels: [
      {
        number: 1,
        kind: 'arteriole',
        zone: 'B',
        certainty: 0.83,
        widthPx: 12,
        widthInDiscs: 0.05,
        widthMicrometres: 74.4,
        at,
      },
    ],
    sources: sourcesOf([]),
  }
}

/** For an analysis without any. */
const noNumbers = ReportedNumbers.parse(
  Object.fromEntries(reportedKinds.map(({ id }) => [id, null])),
)

/** The numbers of a gradable eye. */
export function sampleNumbers(
  person: Person,
  { crae = 140, crve = 220 }: { crae?: number; crve?: number } = {},
): ReportedNumbers {
  const zones = zonesOf(crae, crve)
  const eye = { ...zones, schema: 'fovea-eye-measures/1', laterality: 'right' }
  return {
    ...noNumbers,
    quality: { grade: 'gradable', reasons: [], fundus: 0.99, visibility: 0.93, field: null },
    optic_disc: {
      disc: { centre: at, diameterPx: 240, outline: [at], doubts: [] },
      fovea: null,
      laterality: 'right',
    },
    vessels: { density: 0.1, densityUncertainty: 0.015, method: 'network' },
    zones,
    risk: structuredClone(assessRisk(eye as never, person)) as ReportedNumbers['risk'],
  }
}

/** For a photograph that the quality gate refuses. */
export const notGradableNumbers: ReportedNumbers = {
  ...noNumbers,
  quality: {
    grade: 'not-gradable',
    reasons: ['blurred', 'too-dark'],
    fundus: 0.61,
    visibility: 0.12,
    field: null,
  },
}

const model = { name: 'Fovea vessels', version: '1.0.0', sha256: 'd97782115ae3'.padEnd(64, '0') }

/** The report of a photograph with these numbers. */
export function sampleReport(
  numbers: ReportedNumbers,
  changes: Partial<EyeReport> = {},
): EyeReport {
  return {
    image: {
      id: 7,
      width: 999,
      height: 960,
      version: '90ae4101',
      file_name: 'eye.jpg',
      missing: false,
      twin_open: false,
    },
    eye: 'right',
    eye_stated: true,
    day: '2026-11-20',
    taken_at: '2026-11-20T00:30:00',
    sex: 'female',
    age_years: 64,
    order: '',
    department: '',
    camera: 'Topcon TRC-NW400',
    status: 'Done',
    status_told: null,
    under_way: false,
    stated: [],
    analysis: {
      id: 3,
      at: '2026-11-21T01:02:03.000Z',
      pipeline: '1.0.0',
      results: [
        {
          id: 4,
          kind: 'vessels',
          name: 'Vessels',
          created_at: '2026-11-21T01:02:03.000Z',
          model,
          pipeline: '1.0.0',
          width: 999,
          height: 960,
          has_picture: true,
          parts: [],
          maps: [],
          stale: [],
          corrected: null,
        },
      ],
      numbers,
      stale: [],
    },
    review: null,
    reviews: [],
    ...changes,
  }
}

/** A clinician's confirmation of the sample's analysis. */
export const sampleReview = {
  id: 1,
  analysis_id: 3,
  decision: 'confirmed',
  note: 'agreed',
  by: { username: 'kim', name: 'Dr Kim' },
  at: '2026-11-21T05:00:00.000Z',
} as const
