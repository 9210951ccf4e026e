import { distance } from '#geometry/point'

import type { VesselKind } from './calibres/calibre.ts'
import type { Equivalent } from './calibres/equivalents.ts'
import type { Disc, Fovea } from './eye-maps.ts'
import type { ImplausibleReason } from './eye-measures.ts'
import { median } from './statistics.ts'
import type { KindDarkness } from './vessels/darkness.ts'

/** Both equivalents of a zone. */
export type ZoneEquivalents = Readonly<Record<VesselKind, Equivalent>>

/** Input of the rules on calibres. */
export interface FoundCalibres {
  readonly B: ZoneEquivalents
  /** Null if zone C could not be measured. */
  readonly C: ZoneEquivalents | null
  readonly disc: Disc
  /** Null without a photograph. */
  readonly darkness: KindDarkness | null
}

/** A rule that believable calibres keep. */
interface PlausibilityRule {
  readonly reason: ImplausibleReason
  /** Source of its limits. */
  readonly source: string
  readonly isKept: (found: FoundCalibres) => boolean
}

/** Below this many pixels a vessel's two edges cannot be distinguished. */
const fewestPixels = 2
/**
 * Maximum error of an equivalent by the blur, as a share of it. Among 49 blurred and reduced copies of the 18 HRF
 * photographs outside the held-out ones, none within this limit changes CRAE, CRVE or AVR by more than 20 %.
 */
const mostBlurError = 0.1
/** Widest difference of the two zones, as a ratio of their calibres. */
const mostBetweenZones = 1.25
/** Arteriolar to venular equivalents: mean 0.64 to 0.70, deviation 0.05 to 0.06 in populations. */
const avrRange = { low: 0.45, high: 0.95 }
/**
 * In disc diameters: four deviations around the means of a population (CRAE 139.5 ± 15.7, CRVE
 * 219.3 ± 22.2 micrometres), over discs of 1,400 to 2,300 micrometres.
 */
const calibreRanges = {
  arteriole: { low: 76.7 / 2300, high: 202.3 / 1400 },
  venule: { low: 130.5 / 2300, high: 308.1 / 1400 },
} as const

/** The first rule that is broken is reported. */
const calibreRules: readonly PlausibilityRule[] = [
  {
    reason: 'too-few-pixels',
    source: 'Sampling theorem: two edges need samples on, between and beside them.',
    isKept: ({ B }) =>
      [B.arteriole, B.venule].every(({ passages }) => {
        const widths = passages.map(({ widthPx }) => widthPx)
        return (median(widths) ?? 0) >= fewestPixels
      }),
  },
  {
    reason: 'too-blurred',
    source:
      'Computed for a cylinder under a Gaussian (vessels/blur.ts); Invest Ophthalmol Vis Sci 1989;30:674-7 for the width at half depth.',
    isKept: ({ B }) =>
      [B.arteriole, B.venule].every(
        ({ blurErrorPx, widthPx }) => blurErrorPx <= mostBlurError * widthPx,
      ),
  },
  {
    reason: 'kinds-confused',
    source:
      'Sun C et al., Invest Ophthalmol Vis Sci 2008;49:1784-90 (CRAE 139.5, CRVE 219.3 µm); Knudtson MD et al., Curr Eye Res 2003;27:143-9.',
    isKept: ({ B, C }) => [B, C ?? B].every((zone) => isWithin(ratioOf(zone), avrRange)),
  },
  {
    // In each of 49 photographs of four cameras the venules are darker, by at least 1.39 times.
    reason: 'kinds-confused',
    source: 'Beach JM et al., J Appl Physiol 1999;86:748-58: blood with less oxygen is darker.',
    isKept: ({ darkness }) => darkness === null || darkness.venule >= darkness.arteriole,
  },
  {
    reason: 'zones-disagree',
    source:
      'Both zones show the same vessels; the ring of zone C holds that of zone B (Cheung CY et al., Microcirculation 2010;17:495-503).',
    isKept: ({ B, C }) =>
      (['arteriole', 'venule'] as const).every((kind) => {
        const ratio = B[kind].widthPx / (C ?? B)[kind].widthPx
        return Math.max(ratio, 1 / ratio) <= mostBetweenZones
      }),
  },
  {
    reason: 'implausible-calibre',
    source:
      'Sun C et al., Invest Ophthalmol Vis Sci 2008;49:1784-90; disc diameters by Quigley HA et al., Arch Ophthalmol 1990;108:51-7.',
    isKept: ({ B, disc }) =>
      (['arteriole', 'venule'] as const).every((kind) =>
        isWithin(B[kind].widthPx / disc.diameterPx, calibreRanges[kind]),
      ),
  },
]

/**
 * From the disc's centre to the fovea, in disc diameters: 2.65 ± 0.30 in a population, three
 * deviations below and four above. Source: Jonas RA et al., PLoS One 2015;10:e0138701.
 */
const foveaRange = { low: 1.75, high: 3.85 }
/** The network must be so sure of the fovea that the disc is held against it. */
const leastFovea = 0.3

/** A disc by whose size nothing can be measured. */
export function isImplausibleDisc(disc: Disc, fovea: Fovea | null): boolean {
  if (disc.doubts.includes('unusual-size')) return true
  if (fovea === null || fovea.probability < leastFovea) return false
  return !isWithin(distance(disc.centre, fovea.centre) / disc.diameterPx, foveaRange)
}

/** The first rule that calibres break; null if they keep all. */
export function whyImplausible(found: FoundCalibres): ImplausibleReason | null {
  return calibreRules.find(({ isKept }) => !isKept(found))?.reason ?? null
}

function ratioOf({ arteriole, venule }: ZoneEquivalents): number {
  return arteriole.widthPx / venule.widthPx
}

function isWithin(value: number, { low, high }: { low: number; high: number }): boolean {
  return value >= low && value <= high
}
