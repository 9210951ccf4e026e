/** A paper that is the source of a number of the risk index or of a reference range. */
export interface Source {
  readonly citation: string
  readonly doi: string | null
  /** Place in the paper. */
  readonly place: string
}

/** A hazard ratio with its 95 % interval. */
export interface HazardRatio {
  readonly ratio: number
  readonly low: number
  readonly high: number
}

export type Outcome = 'coronary-heart-disease' | 'stroke'
export type Sex = 'female' | 'male'

/** How the hazard of an outcome goes with calibres, other risk factors being equal. */
export interface HazardCoefficients {
  readonly outcome: Outcome
  readonly sexes: readonly Sex[]
  /** Per this many micrometres. */
  readonly perMicrometres: number
  readonly widerVenules: HazardRatio
  readonly narrowerArterioles: HazardRatio
  readonly participants: number
  readonly events: number
  readonly source: Source
}

const coronaryHeartDisease = {
  citation:
    'McGeechan K, Liew G, Macaskill P, et al. Meta-analysis: retinal vessel caliber and risk for coronary heart disease. Ann Intern Med 2009;151:404-13.',
  doi: '10.7326/0003-4819-151-6-200909150-00005',
} as const

/** Both papers are adjusted for the traditional risk factors. */
export const hazardCoefficients: readonly HazardCoefficients[] = [
  {
    outcome: 'coronary-heart-disease',
    sexes: ['female'],
    perMicrometres: 20,
    widerVenules: { ratio: 1.16, low: 1.06, high: 1.26 },
    narrowerArterioles: { ratio: 1.17, low: 1.07, high: 1.28 },
    participants: 22_159,
    events: 2219,
    source: { ...coronaryHeartDisease, place: 'Abstract, data synthesis, women' },
  },
  {
    outcome: 'coronary-heart-disease',
    sexes: ['male'],
    perMicrometres: 20,
    widerVenules: { ratio: 1.02, low: 0.94, high: 1.1 },
    narrowerArterioles: { ratio: 1.02, low: 0.95, high: 1.1 },
    participants: 22_159,
    events: 2219,
    source: { ...coronaryHeartDisease, place: 'Abstract, data synthesis, men' },
  },
  {
    outcome: 'stroke',
    sexes: ['female', 'male'],
    perMicrometres: 20,
    widerVenules: { ratio: 1.15, low: 1.05, high: 1.25 },
    narrowerArterioles: { ratio: 1, low: 0.92, high: 1.08 },
    participants: 20_798,
    events: 945,
    source: {
      citation:
        'McGeechan K, Liew G, Macaskill P, et al. Prediction of incident stroke events based on retinal vessel caliber: a systematic review and individual-participant meta-analysis. Am J Epidemiol 2009;170:1323-32.',
      doi: '10.1093/aje/kwp306',
      place: 'Abstract',
    },
  },
]
