import { z } from 'zod'

import { arteriesVeins } from './arteries-veins.ts'
import type {
  AnalysisPurpose,
  AreaDescription,
  LocalCode,
  MeasureDescription,
  ResultDescription,
} from './description.ts'
import { lesions } from './lesions.ts'
import { opticDisc } from './optic-disc.ts'
import { quality } from './quality.ts'
import { report } from './report.ts'
import { risk } from './risk.ts'
import { uncertainty } from './uncertainty.ts'
import { vessels } from './vessels.ts'
import { zones } from './zones.ts'

/** Every kind of result, in the order in which results are shown. */
const describedKinds = [
  quality,
  opticDisc,
  vessels,
  arteriesVeins,
  uncertainty,
  zones,
  risk,
  lesions,
  report,
] as const

export type ResultKind = (typeof describedKinds)[number]['id']

/** Their ids, in the same order. */
export const resultKinds: readonly ResultKind[] = describedKinds.map(({ id }) => id)

export type DescribedKind = ResultDescription<ResultKind>

const described: readonly DescribedKind[] = describedKinds
const byId = Object.fromEntries(described.map((kind) => [kind.id, kind])) as Readonly<
  Record<ResultKind, DescribedKind>
>

/** The description of a kind. */
export function describedKind(id: ResultKind): DescribedKind {
  return byId[id]
}

/** Kinds that are findings, or an assistant's proposals. */
export function hasPurpose(id: ResultKind, purpose: AnalysisPurpose): boolean {
  return describedKind(id).purpose === purpose
}

interface Pictured {
  readonly kind: ResultKind
  readonly has_picture: boolean
}

/** The results with pictures whose picture no other one shows already. */
export function uncovered<Result extends Pictured>(results: readonly Result[]): Result[] {
  const pictured = results.filter((result) => result.has_picture)
  const covered = new Set(pictured.flatMap(({ kind }) => describedKind(kind).covers ?? []))
  return pictured.filter(({ kind }) => !covered.has(kind))
}

/** The results that lie on one another in the overview, from the lowest on. */
export function overviewOf<Result extends Pictured>(results: readonly Result[]): Result[] {
  const placeOf = ({ kind }: Result): number | undefined => describedKind(kind).overview
  return uncovered(results)
    .filter((result) => placeOf(result) !== undefined)
    .toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
}

/** The kinds whose pictures are printed over the photograph, from the lowest on. */
export const printedKinds: readonly DescribedKind[] = described
  .filter(({ printed }) => printed !== undefined)
  .toSorted((a, b) => (a.overview ?? 0) - (b.overview ?? 0))

/** The description of an area by its name; undefined for those of a hospital's own network. */
export function areaDescription(name: string): AreaDescription | undefined {
  return described.find(({ areas }) => areas !== undefined && name in areas)?.areas?.[name]
}

type ReportedDescription = Exclude<
  (typeof describedKinds)[number],
  { readonly reported?: undefined }
>
type Nullable<D> =
  D extends ResultDescription<string, infer Numbers> ? z.ZodNullable<Numbers> : never

/** The numbers of the kinds in a report; null if an analysis lacks them. */
export const ReportedNumbers = z.object(
  Object.fromEntries(
    described
      .filter(({ reported }) => reported !== undefined)
      .map(({ id, numbers }) => [id, numbers.nullable()]),
  ) as { readonly [D in ReportedDescription as D['id']]: Nullable<D> },
)
export type ReportedNumbers = z.infer<typeof ReportedNumbers>

/** The kinds in a report. */
export const reportedKinds = described.filter(
  ({ reported }) => reported !== undefined,
) as readonly (DescribedKind & { readonly id: keyof ReportedNumbers })[]

/** The kinds that measure, with their groups of measures. */
export const measuringKinds = described.flatMap((kind) =>
  kind.measures === undefined ? [] : [{ ...kind, measures: kind.measures }],
)

/** All groups of measures, in the order in which they are shown. */
export const measureGroups = measuringKinds.flatMap(({ measures }) => measures)

/** The measures whose course over a patient's visits is drawn, in their order. */
export const measuresWithCourse = measureGroups
  .flatMap(({ measures }) => measures)
  .filter(({ course }) => course !== undefined)
  .toSorted((a, b) => (a.course ?? 0) - (b.course ?? 0))

const measureByKey = new Map(
  measureGroups.flatMap(({ measures }) =>
    measures.flatMap((measure) =>
      [measure.key, measure.inDiscs ?? measure.key].map((key) => [key, measure] as const),
    ),
  ),
)

/** The description of a measure by its key, in micrometres or in disc diameters. */
export function measureDescription(key: string): MeasureDescription | undefined {
  return measureByKey.get(key)
}

/** The kinds that have a group in a structured report, those that measure first. */
export const describedInSr = described
  .flatMap((kind) => (kind.sr === undefined ? [] : [{ ...kind, sr: kind.sr }]))
  .toSorted((a, b) => Number(a.measures === undefined) - Number(b.measures === undefined))

/** The measuring kinds in FHIR messages. */
export const describedInFhir = measuringKinds.flatMap((kind) =>
  kind.fhir === undefined ? [] : [{ ...kind, fhir: kind.fhir }],
)

/** The codes of ours that messages of described kinds use. */
export const resultCodes: readonly LocalCode[] = describedInFhir.flatMap(({ fhir }) => [
  fhir,
  ...fhir.measures,
])
