import { z } from 'zod'

import { scaleOrigins } from './patient-data.ts'

/**
 * The numbers of each kind of result, as `GET /api/resultAI/:id?asJson=true` returns them beside
 * the common properties of results. Places and lengths are in pixels of the photograph unless
 * stated otherwise.
 */
const Point = z.object({ x: z.number(), y: z.number() })

const Source = z.object({ citation: z.string(), doi: z.string().nullable(), place: z.string() })

export const QualityNumbers = z.object({
  grade: z.enum(['gradable', 'limited', 'not-gradable']),
  /** Why it is not simply gradable: keys that the web app has words for. */
  reasons: z.array(z.string()),
  /** The probability that it shows a fundus, from 0 to 1; null if it was not examined. */
  fundus: z.number().nullable(),
  /** The share of the vessels that can be seen of those that a faultless photograph would show; null as above. */
  visibility: z.number().nullable(),
  field: z.object({ centre: Point, diameterPx: z.number() }).nullable(),
})
export type QualityNumbers = z.infer<typeof QualityNumbers>

export const DiscNumbers = z.object({
  disc: z
    .object({
      centre: Point,
      diameterPx: z.number(),
      outline: z.array(Point),
      doubts: z.array(z.string()),
    })
    .nullable(),
  fovea: z.object({ centre: Point, probability: z.number() }).nullable(),
  laterality: z.enum(['left', 'right', 'unknown']),
})
export type DiscNumbers = z.infer<typeof DiscNumbers>

export const VesselNumbers = z.object({
  /**
   * The vessel density of `zones`, from 0 to 1; null if it is not measurable. Earlier versions
   * counted pixels instead.
   */
  density: z.number().nullable(),
  /** One standard deviation of the density; null with it, absent in results of earlier versions. */
  densityUncertainty: z.number().nullish(),
  /** Detection method: a network, or the classical filters if no network can run. */
  method: z.enum(['network', 'classical']),
})
export type VesselNumbers = z.infer<typeof VesselNumbers>

/** In `unit`; one standard deviation of repetition, disc, kinds of vessels, blur, scale and missed vessels. */
const Measured = z.object({
  value: z.number(),
  uncertainty: z.number(),
  unit: z.string(),
  reference: z.object({ low: z.number(), high: z.number(), source: z.string() }).nullable(),
  /** Among people of the same age and sex, with its limits; absent without a reference. */
  percentile: z
    .object({
      value: z.number(),
      low: z.number(),
      high: z.number(),
      sources: z.array(z.string()),
    })
    .optional(),
})
const NotMeasurable = z.object({ notMeasurable: z.string() })
export const Measure = z.union([Measured, NotMeasurable])
export type Measure = z.infer<typeof Measure>

const MeasuredVessel = z.object({
  number: z.int(),
  kind: z.enum(['arteriole', 'venule']),
  zone: z.enum(['B', 'C']),
  certainty: z.number(),
  widthPx: z.number(),
  widthInDiscs: z.number(),
  widthMicrometres: z.number().nullable(),
  at: Point,
})

const Scale = z.union([
  z.object({
    kind: z.literal('stated'),
    micrometresPerPixel: z.number(),
    source: z.string(),
    /** Absent in results of earlier versions. */
    origin: z.enum(scaleOrigins).optional(),
    axialLengthMm: z.number().nullish(),
    /** In dioptres, if the axial length was computed from it. */
    refraction: z.number().nullish(),
  }),
  z.object({ kind: z.literal('assumed-disc'), discMicrometres: z.number() }),
])

/** Share of the field in which the uncertainty about vessels, or their kind, exceeds half a bit. */
export const UncertaintyNumbers = z.object({ share: z.number() })
export type UncertaintyNumbers = z.infer<typeof UncertaintyNumbers>

const RegionNumbers = z.object({
  region: z.string(),
  measures: z.record(z.string(), Measure),
})

/** The venule’s width beside the crossing over its width farther away; null if it is not measurable. */
const CrossingNumbers = z.object({ at: Point, narrowing: z.number().nullable() })

/** Sources of reference ranges, by their keys. */
const Sources = z.record(z.string(), Source)

/** Common numbers of the kinds that measure; see the descriptions in `results`. */
export const MeasuredNumbers = z.object({
  scale: Scale.nullable().default(null),
  micrometresPerPixel: z.number().nullable().default(null),
  measures: z.record(z.string(), Measure),
  regions: z.array(RegionNumbers).default([]),
  sources: Sources.default({}),
})
export type MeasuredNumbers = z.infer<typeof MeasuredNumbers>

/** Calibres are named as in `measures`, those of zone B `crae` and `crve`. */
const SamePlaces = z.object({
  /** The image of the first visit, and the day of its study. */
  image: z.int(),
  day: z.string(),
  /** Share of its vessels that agree with this photograph's, from 0 to 1. */
  agreement: z.number().nullable(),
  changes: z.record(
    z.string(),
    z.object({
      /** This calibre over that of the first visit. */
      ratio: z.number(),
      /** One standard deviation of the ratio if the eye has not changed. */
      uncertainty: z.number(),
      /** Vessels measured again, on average over the circles around the disc. */
      vessels: z.number(),
    }),
  ),
})

export const ZoneNumbers = z.object({
  scale: Scale.nullable(),
  micrometresPerPixel: z.number().nullable(),
  measures: z.record(z.string(), Measure),
  /** Fields of the ETDRS grid and quadrants of zone C; absent in results of earlier versions. */
  regions: z.array(RegionNumbers).default([]),
  vessels: z.array(MeasuredVessel),
  /** Arteriovenous crossings of the field; absent in results of earlier versions. */
  crossings: z.array(CrossingNumbers).default([]),
  sources: Sources,
  /**
   * Change of the calibres since the first measured visit of the eye, measured at its places; null or absent if
   * there is none, or if the photographs cannot be registered.
   */
  samePlaces: SamePlaces.nullish(),
})
export type ZoneNumbers = z.infer<typeof ZoneNumbers>

const HazardRatio = z.object({ ratio: z.number(), low: z.number(), high: z.number() })
const Evidence = z.object({
  perMicrometres: z.number(),
  widerVenules: HazardRatio,
  narrowerArterioles: HazardRatio,
  participants: z.int(),
  events: z.int(),
  source: Source,
})

/** From the lowest to the highest. */
const riskBands = ['low', 'cannot-be-told', 'moderate', 'high'] as const
export const RiskBand = z.enum(riskBands)
export type RiskBand = z.infer<typeof RiskBand>
/** A band from a model that always determines one. */
const GradedBand = RiskBand.exclude(['cannot-be-told'])

export const RiskOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('relative-hazard'),
    outcome: z.string(),
    ratio: z.number(),
    low: z.number(),
    high: z.number(),
    band: RiskBand,
    contributions: z.array(
      z.object({
        input: z.enum(['crve', 'crae']),
        measuredMicrometres: z.number(),
        uncertaintyMicrometres: z.number(),
        referenceMicrometres: z.number(),
        logHazard: z.number(),
      }),
    ),
    evidence: Evidence,
  }),
  z.object({ kind: z.literal('almost-no-effect'), outcome: z.string(), evidence: Evidence }),
])
export type RiskOutcome = z.infer<typeof RiskOutcome>

export const RiskNumbers = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('risk-index'),
    person: z.object({ ageYears: z.number(), sex: z.enum(['female', 'male']) }),
    outcomes: z.array(RiskOutcome),
  }),
  z.object({ kind: z.literal('no-risk-index'), reasons: z.array(z.string()) }),
  /** Answer of a network that the hospital plugged in. */
  z.object({
    kind: z.literal('plugged-in'),
    value: z.number(),
    unit: z.string(),
    event: z.string(),
    horizonYears: z.number().nullable(),
    band: GradedBand,
    regulatory: z.object({ status: z.string(), number: z.string() }),
    intendedUse: z.string(),
    limits: z.string(),
  }),
])
export type RiskNumbers = z.infer<typeof RiskNumbers>

/** The highest band of a risk; null if it has none. */
export function highestBand(risk: RiskNumbers): RiskBand | null {
  const told =
    risk.kind === 'plugged-in'
      ? [risk.band]
      : risk.kind === 'risk-index'
        ? risk.outcomes.flatMap((outcome) => ('band' in outcome ? [outcome.band] : []))
        : []
  return riskBands.findLast((band) => told.includes(band)) ?? null
}

export const LesionNumbers = z.object({
  /** For each kind that the network knows: its area over that of the field, and how many parts. */
  found: z.array(z.object({ name: z.string(), share: z.number(), count: z.int() })),
  intendedUse: z.string(),
  limits: z.string(),
})
export type LesionNumbers = z.infer<typeof LesionNumbers>
