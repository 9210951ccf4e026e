import type { VesselKind } from './calibre.ts'
import { discDiameterError, measureWithDoubts } from './doubts.ts'
import type { Equivalent } from './equivalents.ts'
import type { Disc, EyeMaps } from '../eye-maps.ts'
import type {
  Measure,
  MeasuredVessel,
  MeasureName,
  NotMeasurableReason,
  Unit,
} from '../eye-measures.ts'
import { type FoundCalibres, whyImplausible, type ZoneEquivalents } from '../plausibility.ts'
import { referenceRanges } from '../risk/reference-values.ts'
import { eyeLengthUncertainty } from '../retinal-scale.ts'
import type { TracedVessel } from '../vessels/traced-vessels.ts'
import { darknessOfKinds } from '../vessels/darkness.ts'
import type { VesselRun } from '../vessels/runs.ts'
import { zones } from '../zones.ts'

type CalibreName = Extract<MeasureName, `${'crae' | 'crve' | 'avr'}${string}`>
type Found = Equivalent | NotMeasurableReason
type FoundZone = Readonly<Record<VesselKind, Found>>

export interface CalibreMeasures {
  readonly measures: Readonly<Record<CalibreName, Measure>>
  readonly vessels: readonly MeasuredVessel[]
}

/**
 * CRAE, CRVE and AVR of zones B and C, and the vessels that entered them, numbered. Calibres that
 * break a rule of plausibility are not measurable; their vessels are listed all the same.
 */
export function measureCalibres(
  eye: EyeMaps,
  { runs, vessels }: { runs: readonly VesselRun[]; vessels: readonly TracedVessel[] },
): CalibreMeasures {
  const { disc, photograph } = eye
  const micrometresPerPixel = eye.scale?.micrometresPerPixel ?? null
  const scaleError = eyeLengthUncertainty(eye.scale)
  const find = (zone: 'B' | 'C', kind: VesselKind): Found => {
    if (disc === null) return 'no-disc'
    if (eye.arteriole === null || eye.venule === null) return 'kinds-unknown'
    return measureWithDoubts(runs, { eye, disc, zone: zones[zone], kind })
  }
  const zoneB = { arteriole: find('B', 'arteriole'), venule: find('B', 'venule') }
  const zoneC = { arteriole: find('C', 'arteriole'), venule: find('C', 'venule') }
  const darkness =
    disc === null || photograph === undefined ? null : darknessOfKinds(vessels, photograph, disc)
  const doubt = disc === null ? null : doubtOf(zoneB, zoneC, { disc, darkness })
  const [b, c] = [doubted(zoneB, doubt), doubted(zoneC, doubt)]
  const inMicrometres = (found: Found, name: CalibreName): Measure =>
    micrometresPerPixel === null && typeof found !== 'string'
      ? { notMeasurable: 'no-scale' }
      : scaled(found, { factor: micrometresPerPixel ?? 1, unit: 'µm', name, error: scaleError })
  const inDiscs = (found: Found, name: CalibreName): Measure =>
    scaled(found, {
      factor: 1 / (disc?.diameterPx ?? 1),
      unit: 'DD',
      name,
      error: discDiameterError,
    })
  return {
    measures: {
      crae: inMicrometres(b.arteriole, 'crae'),
      crve: inMicrometres(b.venule, 'crve'),
      avr: ratio(b),
      craeInDiscs: inDiscs(b.arteriole, 'craeInDiscs'),
      crveInDiscs: inDiscs(b.venule, 'crveInDiscs'),
      craeZoneC: inMicrometres(c.arteriole, 'craeZoneC'),
      crveZoneC: inMicrometres(c.venule, 'crveZoneC'),
      avrZoneC: ratio(c),
      craeZoneCInDiscs: inDiscs(c.arteriole, 'craeZoneCInDiscs'),
      crveZoneCInDiscs: inDiscs(c.venule, 'crveZoneCInDiscs'),
    },
    vessels: disc === null ? [] : number([zoneB, zoneC], disc, micrometresPerPixel),
  }
}

/** Why none of the calibres is credible. One kind alone cannot be compared with the other. */
function doubtOf(
  b: FoundZone,
  c: FoundZone,
  seen: Pick<FoundCalibres, 'disc' | 'darkness'>,
): NotMeasurableReason | null {
  if (typeof b.arteriole === 'string') return b.arteriole
  if (typeof b.venule === 'string') return b.venule
  return whyImplausible({
    B: { arteriole: b.arteriole, venule: b.venule },
    C: wholeZone(c),
    ...seen,
  })
}

function wholeZone({ arteriole, venule }: FoundZone): ZoneEquivalents | null {
  return typeof arteriole === 'string' || typeof venule === 'string' ? null : { arteriole, venule }
}

/** Withholds a zone's calibres; missing ones keep their own reason. */
function doubted({ arteriole, venule }: FoundZone, doubt: NotMeasurableReason | null): FoundZone {
  const told = (found: Found): Found => (typeof found === 'string' ? found : (doubt ?? found))
  return { arteriole: told(arteriole), venule: told(venule) }
}

interface Scaling {
  /** Units per image pixel. */
  readonly factor: number
  readonly unit: Unit
  readonly name: CalibreName
  /** One standard deviation of the factor, as a share of it. */
  readonly error: number
}

function scaled(found: Found, { factor, unit, name, error }: Scaling): Measure {
  if (typeof found === 'string') return { notMeasurable: found }
  return {
    value: found.widthPx * factor,
    uncertainty: Math.hypot(found.uncertaintyPx, found.widthPx * error) * factor,
    unit,
    reference: referenceRanges[name] ?? null,
  }
}

/** For two quantities with independent errors. */
function ratio({ arteriole, venule }: FoundZone): Measure {
  if (typeof arteriole === 'string') return { notMeasurable: arteriole }
  if (typeof venule === 'string') return { notMeasurable: venule }
  const value = arteriole.widthPx / venule.widthPx
  const relative = Math.hypot(
    arteriole.uncertaintyPx / arteriole.widthPx,
    venule.uncertaintyPx / venule.widthPx,
  )
  return { value, uncertainty: value * relative, unit: 'ratio', reference: null }
}

/** Zone B's vessels first, in each zone arterioles before venules, the widest first. */
function number(
  found: readonly FoundZone[],
  disc: Disc,
  micrometresPerPixel: number | null,
): MeasuredVessel[] {
  const listed = found.flatMap(({ arteriole, venule }, i) => {
    const zone = i === 0 ? 'B' : 'C'
    return [
      ...list(arteriole, { kind: 'arteriole', zone } as const),
      ...list(venule, { kind: 'venule', zone } as const),
    ]
  })
  return listed.map(({ blurErrorPx: _blurErrorPx, along: _along, widthPx, ...vessel }, i) => ({
    number: i + 1,
    ...vessel,
    widthPx,
    widthInDiscs: widthPx / disc.diameterPx,
    widthMicrometres: micrometresPerPixel === null ? null : widthPx * micrometresPerPixel,
  }))
}

function list<What extends object>(
  found: Found,
  what: What,
): (Equivalent['passages'][number] & What)[] {
  if (typeof found === 'string') return []
  return found.passages.map((passage) => ({ ...passage, ...what }))
}
