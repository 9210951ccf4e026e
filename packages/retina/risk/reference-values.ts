import type { MeasureName, ReferenceRange } from '../eye-measures.ts'
import type { Sex, Source } from './evidence.ts'

type ReferenceSource = 'sun-2008' | 'myers-2012' | 'wong-2003'

/** Sources of the reference values. All are abstracts that were read. */
const referenceSources: Readonly<Record<ReferenceSource, Source>> = {
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

/** 95 of 100 people lie within this many standard deviations. */
const central95 = 1.96

/** Ranges of the general population; no other measure has one that holds for other software. */
export const referenceRanges: Partial<Readonly<Record<MeasureName, ReferenceRange>>> = {
  crae: rangeAround({ mean: 139.5, deviation: 15.7, meanError: 0, sources: ['sun-2008'] }),
  crve: rangeAround({ mean: 219.3, deviation: 22.2, meanError: 0, sources: ['sun-2008'] }),
}

/** Mean values of people of an age and sex. */
export interface Reference {
  readonly mean: number
  /** Age of the people. */
  readonly deviation: number
  /** One standard deviation of how far the mean may be off for this camera and program. */
  readonly meanError: number
  /** Keys of sources. */
  readonly sources: readonly string[]
}

/** A reference that the site measured with its own cameras and this program. */
export interface SiteReference {
  readonly measure: MeasureName
  /** Null: both sexes. */
  readonly sex: Sex | null
  /** In whole years, both included. */
  readonly ageFrom: number
  readonly ageTo: number
  readonly mean: number
  readonly deviation: number
  readonly people: number
  /** Free text: who was measured, when, with which camera. */
  readonly source: string
}

interface PublishedReference {
  /** By age, from the youngest; linear in between, no reference outside. */
  readonly byAge: readonly { readonly years: number; readonly mean: number }[]
  /** Added for men and for women. */
  readonly bySex: Readonly<Record<Sex, number>>
  readonly deviation: number
  readonly sources: readonly ReferenceSource[]
}

/**
 * In micrometres. CRVE: the means of Beaver Dam are of women and men together, so the difference between them
 * is halved. CRAE: no available paper gives it by age, so the mean of the Singapore Malay Eye Study is placed
 * at the middle of its ages (60 years) and continued with Beaver Dam's slope; no difference between women and
 * men. Provisional until a hospital has measured its own people. The deviations are those of the Singapore
 * Malay Eye Study.
 */
const published: Partial<Readonly<Record<MeasureName, PublishedReference>>> = {
  crve: {
    byAge: [
      { years: 43, mean: 231.75 },
      { years: 50, mean: 230 },
      { years: 70, mean: 225 },
      { years: 85, mean: 217 },
    ],
    bySex: { male: 2.67, female: -2.67 },
    deviation: 22.2,
    sources: ['myers-2012', 'sun-2008'],
  },
  crae: {
    byAge: [
      { years: 40, mean: 143.7 },
      { years: 85, mean: 134.25 },
    ],
    bySex: { male: 0, female: 0 },
    deviation: 15.7,
    sources: ['sun-2008', 'wong-2003'],
  },
}

/**
 * One standard deviation in micrometres of how far other cameras and programs measure from this one:
 * programs differ on the same photographs by 7 to 22 µm with limits of agreement of some ± 30 µm. Source: Yip
 * W et al., Comparison of common retinal vessel caliber measurement software, Transl Vis Sci Technol
 * 2016;5(5):11.
 */
const betweenProgramsMicrometres = 15

/**
 * The reference of a measure for a person: the site's, if it has entered any of that measure, else the
 * published one. Undefined for people whom neither has measured.
 */
export function referenceOf(
  measure: MeasureName,
  { ageYears, sex }: { readonly ageYears: number; readonly sex: Sex },
  site: readonly SiteReference[],
): Reference | undefined {
  const own = site.filter((each) => each.measure === measure)
  if (own.length === 0) return publishedFor(measure, ageYears, sex)
  const found = own.find(
    (each) =>
      (each.sex === null || each.sex === sex) && ageYears >= each.ageFrom && ageYears <= each.ageTo,
  )
  return (
    found && {
      mean: found.mean,
      deviation: found.deviation,
      meanError: found.deviation / Math.sqrt(found.people),
      sources: [keyOf(found, site)],
    }
  )
}

function publishedFor(measure: MeasureName, ageYears: number, sex: Sex): Reference | undefined {
  const reference = published[measure]
  const mean = reference && meanAt(reference, ageYears)
  if (reference === undefined || mean === undefined) return undefined
  const { bySex, deviation, sources } = reference
  return { mean: mean + bySex[sex], deviation, meanError: betweenProgramsMicrometres, sources }
}

function meanAt({ byAge }: PublishedReference, ageYears: number): number | undefined {
  const after = byAge.findIndex(({ years }, i) => i > 0 && years >= ageYears)
  const [younger, older] = [byAge[after - 1], byAge[after]]
  if (younger === undefined || older === undefined || ageYears < younger.years) return undefined
  const share = (ageYears - younger.years) / (older.years - younger.years)
  return younger.mean + share * (older.mean - younger.mean)
}

function keyOf(reference: SiteReference, site: readonly SiteReference[]): string {
  return `site-${site.indexOf(reference) + 1}`
}

/** Sources of all references, by key: papers, and the site's own entries. */
export function sourcesOf(site: readonly SiteReference[]): Readonly<Record<string, Source>> {
  const own = site.map((each) => {
    const { source: citation, people, ageFrom, ageTo, mean, deviation } = each
    const place = `n = ${people}, ${ageFrom}-${ageTo}, ${mean} ± ${deviation}`
    return [keyOf(each, site), { citation, doi: null, place }] as const
  })
  return { ...referenceSources, ...Object.fromEntries(own) }
}

/** The range of a measure in which 95 of 100 people of a reference lie. */
export function rangeAround({ mean, deviation, sources }: Reference): ReferenceRange {
  const [source = ''] = sources
  return { low: mean - central95 * deviation, high: mean + central95 * deviation, source }
}
