import type { z } from 'zod'

/** A text in every language of the product. */
export interface Localised {
  readonly en: string
  readonly ko: string
}

/** Findings are measured, reported and reviewed; proposals may become annotations. */
export type AnalysisPurpose = 'findings' | 'proposals'

/** The look of a mark in a legend, drawn on the orange of a fundus. */
export interface Look {
  readonly form:
    | 'area'
    | 'stripes'
    | 'fading'
    | 'ring'
    | 'cross'
    | 'arc'
    | 'lines'
    | 'dashes'
    | 'dot'
    | 'square'
  readonly colour: `#${string}`
}

/** A mark of a result's picture, for its legend: known by colour, and by form without colours. */
export interface MarkDescription {
  readonly name: Localised
  readonly look: Look
}

/** An area of a result that can become an annotation. */
export interface AreaDescription {
  readonly name: Localised
  /** Likely name of a category for the area. */
  readonly categories: RegExp
}

/** A place in the numbers of a kind. */
type Place<Key extends string = string> = readonly [Key, ...string[]]

/** The values that a fact or a verdict may have, in words. */
type ValueNames = Readonly<Record<string, Localised>>

/** A fact that panel and report show beside its name. */
export type FactDescription<Key extends string = string> = NumberFact<Key> | NamedFact<Key>

interface FactBase<Key extends string> {
  readonly at: Place<Key>
  readonly name: Localised
  /** Shown if there is no value; without it, the fact is left out. */
  readonly missing?: Localised
  /** The report has it under *How sure it is*. */
  readonly isReported?: true
}

/** A number. */
export interface NumberFact<Key extends string = string> extends FactBase<Key> {
  readonly unit: 'share' | 'count' | 'px'
  /** The place of one standard deviation of it. */
  readonly uncertainty?: Place<Key>
  /** The words around the number, which is `{{value}}`. */
  readonly within?: Localised
}

/** A value, or a list of values, by their names. */
export interface NamedFact<Key extends string = string> extends FactBase<Key> {
  readonly values: ValueNames
  /** The name of every other value. */
  readonly otherwise?: Localised
}

/** The verdict at the head of a panel. */
interface VerdictDescription<Key extends string> {
  readonly at: Place<Key>
  readonly values: Readonly<
    Record<string, { readonly name: Localised; readonly tone: 'good' | 'caution' | 'bad' }>
  >
}

/** A measure: `measures` of the kind's numbers has it by its key. */
export interface MeasureDescription {
  readonly key: string
  readonly name: Localised
  /** The name in full. */
  readonly long?: Localised
  /** The name for readers of codes, who do not see its group. */
  readonly coded?: Localised
  /** Its key if the photograph has no scale: then it is in disc diameters. */
  readonly inDiscs?: string
  /** Its place among the measures whose course over a patient's visits is drawn. */
  readonly course?: number
}

export interface MeasureGroupDescription {
  readonly title: Localised
  readonly measures: readonly MeasureDescription[]
}

/** A group of measurements in a structured report of DICOM (PS3.16, TID 1501). */
interface SrGroup {
  readonly tracking: string
  /** SNOMED CT code. */
  readonly finding: SnomedCode
  /** The place of its outline in the numbers. */
  readonly outline?: readonly string[]
  /** Lengths in pixels beside its measures, by their places in the numbers. */
  readonly lengths?: readonly { readonly at: readonly string[]; readonly concept: SnomedCode }[]
}

interface SnomedCode {
  readonly value: string
  readonly meaning: string
}

/** A code of ours, for concepts without one in any terminology; published as a CodeSystem. */
export interface LocalCode {
  readonly code: string
  readonly display: string
  readonly definition: string
}

/** An Observation of FHIR, with a component for each of some measures. */
interface FhirObservation extends LocalCode {
  /** The ids of its resources are derived from it. */
  readonly key: string
  readonly text: Localised
  readonly method: Localised
  readonly measures: readonly FhirComponent[]
}

/** A measure by its key, which is its code, too. */
interface FhirComponent extends LocalCode {
  readonly digits: number
  /** For a value in disc diameters. */
  readonly digitsInDiscs?: number
}

/** The value at a place is this one, or a list that has it; or there is a value, or none. */
export type Condition<Key extends string = string> = { readonly at: Place<Key> } & (
  | { readonly is: string }
  | { readonly isThere: boolean }
)

/** Part of the report with a sentence: *What was found* or *How sure it is*. */
export type ReportPart = 'found' | 'sure'

/** A sentence about numbers that meet all conditions. */
export interface NoteDescription<Key extends string = string> {
  readonly if: readonly Condition<Key>[]
  readonly text: Localised
  /** Without it, the report leaves the sentence out. */
  readonly report?: ReportPart
  /** Without it, the panel leaves the sentence out. */
  readonly panel?: 'warning' | 'text'
}

/**
 * A kind of result for annotator, report, PDF and exports; `kinds.ts` lists all of them. The code
 * that computes it makes a result with its id, whose numbers match `numbers`.
 */
export interface ResultDescription<
  Id extends string = string,
  Numbers extends z.ZodType = z.ZodType,
  Key extends string = string,
> {
  readonly id: Id
  /** Name in calls and files, in English. */
  readonly name: string
  readonly title: Localised
  readonly purpose: AnalysisPurpose
  readonly numbers: Numbers
  /** Stands for a result without a picture. */
  readonly icon: 'chart' | 'photograph' | 'heart' | 'text'
  readonly verdict?: VerdictDescription<Key>
  /** A sentence of its panel. */
  readonly meaning?: Localised
  /** Facts of its panel. */
  readonly facts?: readonly FactDescription<Key>[]
  /** Sentences of panel and report. */
  readonly notes?: readonly NoteDescription<Key>[]
  /** For kinds whose numbers are as `MeasuredNumbers` says: panel, report and every export have them. */
  readonly measures?: readonly MeasureGroupDescription[]
  /** Its group in a structured report, without which that has none of its measures. */
  readonly sr?: SrGroup
  readonly fhir?: FhirObservation
  readonly marks?: readonly MarkDescription[]
  /** Areas by the names of their pictures. */
  readonly areas?: Readonly<Record<string, AreaDescription>>
  /** The area that the whole picture is, if it has no pictures of single areas. */
  readonly wholeArea?: string
  /** Each connected area is offered as a separate annotation. */
  readonly inPieces?: true
  /** It is measured on areas that a person may correct. */
  readonly isCorrectable?: true
  /** Its picture combines those of the kinds with a place in the overview. */
  readonly isOverview?: true
  /** Kinds included in its picture, which are not shown beside it. */
  readonly covers?: readonly string[]
  /** Its place in the overview, from the lowest picture on. */
  readonly overview?: number
  /** Its picture over the photograph of a report. */
  readonly layer?: { readonly name: Localised; readonly place: number }
  /** Its picture is printed; with the words for its legend on paper. */
  readonly printed?: { readonly legend: Localised | null }
  readonly reported?: Reported
}

/** How a report includes it. */
export interface Reported {
  /** Its name if an analysis lacks it. */
  readonly step: Localised | null
  /** The place of its sentences under *What was found*. */
  readonly place: number
  readonly plain: PlainDescription
}

/** Words for patients, without numbers and without a promise of health. */
interface PlainDescription {
  /** The part of the eye that was looked at. */
  readonly lookedAt: Localised | null
  /** Sentences about numbers that meet all conditions. */
  readonly notes?: readonly Pick<NoteDescription, 'if' | 'text'>[]
  /** Sentences for the cases that `report/plain.ts` tells apart by several numbers. */
  readonly cases?: Readonly<Record<string, Localised>>
}

/** A description whose keys are those of its numbers. */
export function resultKind<
  const Id extends string,
  Numbers extends z.ZodType,
  Told extends Reported | undefined = undefined,
>(
  description: ResultDescription<Id, Numbers, Extract<keyof z.output<Numbers>, string>> & {
    readonly reported?: Told
  },
): ResultDescription<Id, Numbers> & { readonly reported?: Told } {
  return description
}
