import type { MeasureName, ReferenceRange } from './eye-measures.ts'
import type { Sex, Source } from './risk-evidence.ts'

export type ReferenceSource = 'sun-2008' | 'myers-2012' | 'wong-2003'

/** Where the reference values are from. All are abstracts that were read. */
export const referenceSources: Readonly<Record<ReferenceSource, Source>> = {
  'sun-2008': {
    citation:
      'Sun C, Liew G, Wang JJ, et al. Retinal vascular caliber, blood pressure, and cardiovascular risk factors in an Asian population: the Singapore Malay Eye Study. Invest Ophthalmol Vis Sci 2008;49:1784-90.',
    doi: '10.1167/iovs.07-1450',
    place:
      'Abstract, results: 3,019 people of 40 to 80 years, CRAE 139.5 ± 15.7 µm, CRVE 219.3 ± 22.2 µm',
  },
  'myers-2012': {
    citation:
      'Myers CE, Klein R, Knudtson MD, et al. Determinants of retinal venular diameter: the Beaver Dam Eye Study. Ophthalmology 2012;119:2563-71.',
    doi: '10.1016/j.ophtha.2012.06.038',
    place:
      'Abstract, results: CRVE 230 µm at 50, 225 at 70, 217 at 85 years; men 5.34 µm (3.58 to 6.90) wider',
  },
  'wong-2003': {
    citation:
      'Wong TY, Klein R, Klein BEK, Meuer SM, Hubbard LD. Retinal vessel diameters and their associations with age and blood pressure. Invest Ophthalmol Vis Sci 2003;44(11).',
    doi: null,
    place: 'Abstract, results: arterioles 2.1 µm (1.5 to 2.7) narrower per decade',
  },
}

/** 95 of 100 people lie within so many standard deviations. */
const central95 = 1.96

/** Ranges of the general population; no other measure has one that holds for other software. */
export const referenceRanges: Partial<Readonly<Record<MeasureName, ReferenceRange>>> = {
  crae: rangeOf(139.5, 15.7),
  crve: rangeOf(219.3, 22.2),
}

function rangeOf(mean: number, deviation: number): ReferenceRange {
  return {
    low: mean - central95 * deviation,
    high: mean + central95 * deviation,
    source: 'sun-2008',
  }
}

/** The calibre that people of an age and sex have on average, in micrometres. */
export interface CalibreReference {
  /** By age, from the youngest; between them a straight line, outside them no reference. */
  readonly byAge: readonly { readonly years: number; readonly micrometres: number }[]
  /** Added for men. */
  readonly menMicrometres: number
  /** Added for women. */
  readonly womenMicrometres: number
  /** Keys of `referenceSources`; empty for what a hospital has entered. */
  readonly sources: readonly ReferenceSource[]
}

/** Calibres depend on camera and software: a hospital may enter its own. */
export interface CalibreReferences {
  readonly crae: CalibreReference
  readonly crve: CalibreReference
  /**
   * How far another camera or program would have measured from this one, one standard deviation of
   * either calibre; 0 for what a hospital has measured with its own.
   */
  readonly betweenProgramsMicrometres: number
}

/**
 * CRVE: the means of Beaver Dam are of women and men together, so the difference between them is
 * halved. CRAE: no paper at hand gives it by age, so the mean of the Singapore Malay Eye Study is
 * put at the middle of its ages (60 years) and goes on by Beaver Dam's slope; no difference
 * between women and men. Provisional until a hospital has measured its own people. Programs differ
 * on the same photographs by 7 to 22 µm with limits of agreement of some ± 30 µm, so 15 µm (Yip W et
 * al., Comparison of common retinal vessel caliber measurement software, Transl Vis Sci Technol
 * 2016;5(5):11).
 */
export const publishedReferences: CalibreReferences = {
  betweenProgramsMicrometres: 15,
  crve: {
    byAge: [
      { years: 43, micrometres: 231.75 },
      { years: 50, micrometres: 230 },
      { years: 70, micrometres: 225 },
      { years: 85, micrometres: 217 },
    ],
    menMicrometres: 2.67,
    womenMicrometres: -2.67,
    sources: ['myers-2012'],
  },
  crae: {
    byAge: [
      { years: 40, micrometres: 143.7 },
      { years: 85, micrometres: 134.25 },
    ],
    menMicrometres: 0,
    womenMicrometres: 0,
    sources: ['sun-2008', 'wong-2003'],
  },
}

/** What people of an age and sex have on average; undefined for ages that nobody measured. */
export function referenceCalibre(
  { byAge, menMicrometres, womenMicrometres }: CalibreReference,
  ageYears: number,
  sex: Sex,
): number | undefined {
  const after = byAge.findIndex(({ years }, i) => i > 0 && years >= ageYears)
  const [younger, older] = [byAge[after - 1], byAge[after]]
  if (younger === undefined || older === undefined || ageYears < younger.years) return undefined
  const share = (ageYears - younger.years) / (older.years - younger.years)
  const micrometres = younger.micrometres + share * (older.micrometres - younger.micrometres)
  return micrometres + (sex === 'male' ? menMicrometres : womenMicrometres)
}
