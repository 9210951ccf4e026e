import type { VesselKind } from './calibre.ts'
import type { Equivalent } from './equivalents.ts'
import { measureEquivalent } from './equivalents.ts'
import type { Disc, EyeMaps } from './eye-maps.ts'
import type {
  Measure,
  MeasuredVessel,
  MeasureName,
  NotMeasurableReason,
  Unit,
} from './eye-measures.ts'
import { referenceRanges } from './reference-values.ts'
import type { VesselRun } from './vessel-runs.ts'
import { zones } from './zones.ts'

type CalibreName = Extract<MeasureName, `${'crae' | 'crve' | 'avr'}${string}`>
type Found = Equivalent | NotMeasurableReason

export interface CalibreMeasures {
  readonly measures: Readonly<Record<CalibreName, Measure>>
  readonly vessels: readonly MeasuredVessel[]
}

/** CRAE, CRVE and AVR of zones B and C, and the vessels that entered them, numbered. */
export function measureCalibres(
  eye: EyeMaps,
  vessels: readonly VesselRun[],
  micrometresPerPixel: number | null,
): CalibreMeasures {
  const { disc } = eye
  const find = (zone: 'B' | 'C', kind: VesselKind): Found => {
    if (disc === null) return 'no-disc'
    if (eye.arteriole === null || eye.venule === null) return 'kinds-unknown'
    return measureEquivalent(vessels, { eye, disc, zone: zones[zone], kind })
  }
  const b = { arterioles: find('B', 'arteriole'), venules: find('B', 'venule') }
  const c = { arterioles: find('C', 'arteriole'), venules: find('C', 'venule') }
  const inMicrometres = (found: Found, name: CalibreName): Measure =>
    micrometresPerPixel === null && typeof found !== 'string'
      ? { notMeasurable: 'no-scale' }
      : scaled(found, { factor: micrometresPerPixel ?? 1, unit: 'µm', name })
  const inDiscs = (found: Found, name: CalibreName): Measure =>
    scaled(found, { factor: 1 / (disc?.diameterPx ?? 1), unit: 'DD', name })
  return {
    measures: {
      crae: inMicrometres(b.arterioles, 'crae'),
      crve: inMicrometres(b.venules, 'crve'),
      avr: ratio(b.arterioles, b.venules),
      craeInDiscs: inDiscs(b.arterioles, 'craeInDiscs'),
      crveInDiscs: inDiscs(b.venules, 'crveInDiscs'),
      craeZoneC: inMicrometres(c.arterioles, 'craeZoneC'),
      crveZoneC: inMicrometres(c.venules, 'crveZoneC'),
      avrZoneC: ratio(c.arterioles, c.venules),
      craeZoneCInDiscs: inDiscs(c.arterioles, 'craeZoneCInDiscs'),
      crveZoneCInDiscs: inDiscs(c.venules, 'crveZoneCInDiscs'),
    },
    vessels: disc === null ? [] : number([b, c], disc, micrometresPerPixel),
  }
}

function scaled(
  found: Found,
  { factor, unit, name }: { factor: number; unit: Unit; name: CalibreName },
): Measure {
  if (typeof found === 'string') return { notMeasurable: found }
  return {
    value: found.widthPx * factor,
    uncertainty: found.uncertaintyPx * factor,
    unit,
    reference: referenceRanges[name] ?? null,
  }
}

/** Of two quantities with independent errors. */
function ratio(arterioles: Found, venules: Found): Measure {
  if (typeof arterioles === 'string') return { notMeasurable: arterioles }
  if (typeof venules === 'string') return { notMeasurable: venules }
  const value = arterioles.widthPx / venules.widthPx
  const relative = Math.hypot(
    arterioles.uncertaintyPx / arterioles.widthPx,
    venules.uncertaintyPx / venules.widthPx,
  )
  return { value, uncertainty: value * relative, unit: 'ratio', reference: null }
}

/** Zone B's vessels first, in each zone arterioles before venules, the widest first. */
function number(
  found: readonly { arterioles: Found; venules: Found }[],
  disc: Disc,
  micrometresPerPixel: number | null,
): MeasuredVessel[] {
  const listed = found.flatMap(({ arterioles, venules }, i) => {
    const zone = i === 0 ? 'B' : 'C'
    return [
      ...list(arterioles, { kind: 'arteriole', zone } as const),
      ...list(venules, { kind: 'venule', zone } as const),
    ]
  })
  return listed.map(({ certainty, widthPx, at, ...what }, i) => ({
    number: i + 1,
    ...what,
    certainty,
    widthPx,
    widthInDiscs: widthPx / disc.diameterPx,
    widthMicrometres: micrometresPerPixel === null ? null : widthPx * micrometresPerPixel,
    at,
  }))
}

function list<What extends object>(
  found: Found,
  what: What,
): (Equivalent['passages'][number] & What)[] {
  if (typeof found === 'string') return []
  return found.passages.map((passage) => ({ ...passage, ...what }))
}
