import { dateTimeValue } from '#clock/dicom-time'

import type { Attributes } from '../attributes.ts'
import {
  codeItem,
  commonAttributes,
  dicomCode,
  longString,
  referenceTo,
  snomedCode,
  sopClasses,
  type Code,
  type ObjectContext,
  type ReferencedImage,
} from './common.ts'

/** A number that was measured, with its unit in UCUM, or why it could not be. */
export type Measurement =
  | { readonly concept: Code; readonly value: number; readonly unit: Code }
  | { readonly concept: Code; readonly notMeasurable: string }

/** A qualitative statement: a code, a text or a day (YYYY-MM-DD). */
export type Evaluation = { readonly concept: Code } & (
  | { readonly code: Code }
  | { readonly text: string }
  | { readonly day: string }
)

/** Measurements of one thing in an image, which keeps its tracking UID from report to report. */
export interface MeasurementGroup {
  readonly trackingIdentifier: string
  readonly trackingUid: string
  readonly finding: Code | undefined
  /** Corners of an area in pixels of the image, x and y by turns; [] for the whole image. */
  readonly outline: readonly number[]
  readonly measurements: readonly Measurement[]
  readonly evaluations?: readonly Evaluation[]
  /** The person who stated all of it, in DICOM's form of names; absent for the software. */
  readonly observer?: string
}

/** The person who verified a report, and the time. */
export interface Verification {
  /** In DICOM's form of names. */
  readonly observer: string
  readonly organisation: string
}

export interface MeasurementReport {
  readonly image: ReferencedImage
  readonly groups: readonly MeasurementGroup[]
  /** UID of the software that measured. */
  readonly deviceObserverUid: string
  readonly language: 'en' | 'ko'
  /** Null while no clinician has confirmed it. */
  readonly verification: Verification | null
}

type Relationship =
  | 'CONTAINS'
  | 'HAS PROPERTIES'
  | 'HAS OBS CONTEXT'
  | 'HAS CONCEPT MOD'
  | 'SELECTED FROM'

const languages = {
  en: { value: 'en', scheme: 'RFC5646', meaning: 'English' },
  ko: { value: 'ko', scheme: 'RFC5646', meaning: 'Korean' },
} as const

/** Measurements of an image as Comprehensive SR by TID 1500 (PS3.16, PS3.3 A.35.3). */
export function measurementReport(context: ObjectContext, report: MeasurementReport): Attributes {
  const { image, language } = report
  return {
    ...commonAttributes(context, 'SR'),
    SOPClassUID: sopClasses.comprehensiveSr,
    ReferencedPerformedProcedureStepSequence: [],
    PerformedProcedureCodeSequence: [],
    CompletionFlag: 'COMPLETE',
    ...verificationOf(context, report.verification),
    CurrentRequestedProcedureEvidenceSequence: [
      {
        StudyInstanceUID: context.study.instanceUid,
        ReferencedSeriesSequence: [
          {
            SeriesInstanceUID: image.seriesInstanceUid,
            ReferencedSOPSequence: [referenceTo(image)],
          },
        ],
      },
    ],
    ValueType: 'CONTAINER',
    ConceptNameCodeSequence: [codeItem(dicomCode('126000', 'Imaging Measurement Report'))],
    ...template('1500'),
    ContentSequence: [
      codeContent(
        'HAS CONCEPT MOD',
        dicomCode('121049', 'Language of Content Item and Descendants'),
        languages[language],
      ),
      codeContent(
        'HAS OBS CONTEXT',
        dicomCode('121005', 'Observer Type'),
        dicomCode('121007', 'Device'),
      ),
      uidContent(dicomCode('121012', 'Device Observer UID'), report.deviceObserverUid),
      codeContent(
        'HAS CONCEPT MOD',
        dicomCode('121058', 'Procedure reported'),
        snomedCode('314971001', 'Camera fundoscopy'),
      ),
      container(dicomCode('111028', 'Image Library'), [
        container(dicomCode('126200', 'Image Library Group'), [imageContent('CONTAINS', image)]),
      ]),
      container(
        dicomCode('126010', 'Imaging Measurements'),
        report.groups.map((group) => measurementGroup(group, image)),
      ),
    ],
  }
}

/** The flags of the SR Document General module, and who has verified it (PS3.3 C.17.2). */
function verificationOf({ created }: ObjectContext, verification: Verification | null): Attributes {
  if (verification === null)
    return { VerificationFlag: 'UNVERIFIED', PreliminaryFlag: 'PRELIMINARY' }
  return {
    VerificationFlag: 'VERIFIED',
    PreliminaryFlag: 'FINAL',
    VerifyingObserverSequence: [
      {
        VerifyingOrganization: longString(verification.organisation),
        VerificationDateTime: dateTimeValue(created),
        VerifyingObserverName: verification.observer,
        VerifyingObserverIdentificationCodeSequence: [],
      },
    ],
  }
}

/** TID 1410 if it has an outline, else TID 1501. */
function measurementGroup(group: MeasurementGroup, image: ReferencedImage): Attributes {
  const { finding, outline, observer, evaluations = [] } = group
  const hasOutline = outline.length > 0
  return {
    ...container(dicomCode('125007', 'Measurement Group'), [
      {
        ...content('HAS OBS CONTEXT', 'TEXT', dicomCode('112039', 'Tracking Identifier')),
        TextValue: group.trackingIdentifier,
      },
      uidContent(dicomCode('112040', 'Tracking Unique Identifier'), group.trackingUid),
      ...(observer === undefined ? [] : personObserver(observer)),
      ...(finding === undefined
        ? []
        : [codeContent('CONTAINS', dicomCode('121071', 'Finding'), finding)]),
      ...(hasOutline ? [outlineContent(outline, image)] : []),
      ...group.measurements.map(measurement),
      ...evaluations.map(evaluation),
    ]),
    ...template(hasOutline ? '1410' : '1501'),
  }
}

function outlineContent(outline: readonly number[], image: ReferencedImage): Attributes {
  return {
    ...content('CONTAINS', 'SCOORD', dicomCode('111030', 'Image Region')),
    GraphicType: 'POLYLINE',
    // A closed line ends at its first point.
    GraphicData: [...outline, ...outline.slice(0, 2)],
    ContentSequence: [imageContent('SELECTED FROM', image)],
  }
}

/** Replaces the observer of the report within a group (PS3.16, TID 1002 and 1003). */
function personObserver(name: string): Attributes[] {
  return [
    codeContent(
      'HAS OBS CONTEXT',
      dicomCode('121005', 'Observer Type'),
      dicomCode('121006', 'Person'),
    ),
    {
      ...content('HAS OBS CONTEXT', 'PNAME', dicomCode('121008', 'Person Observer Name')),
      PersonName: name,
    },
  ]
}

function evaluation(given: Evaluation): Attributes {
  const { concept } = given
  if ('code' in given) return codeContent('CONTAINS', concept, given.code)
  if ('text' in given) return { ...content('CONTAINS', 'TEXT', concept), TextValue: given.text }
  return { ...content('CONTAINS', 'DATE', concept), Date: given.day.replaceAll('-', '') }
}

function measurement(given: Measurement): Attributes {
  const number = content('CONTAINS', 'NUM', given.concept)
  if ('notMeasurable' in given) return { ...number, ...unmeasured(given.notMeasurable) }
  const { value, unit } = given
  return {
    ...number,
    MeasuredValueSequence: [
      { MeasurementUnitsCodeSequence: [codeItem(unit)], NumericValue: value },
    ],
  }
}

/** A number without a value (PS3.3 C.18.1, CID 42), and the reason as a property of it. */
function unmeasured(reason: string): Attributes {
  return {
    MeasuredValueSequence: [],
    NumericValueQualifierCodeSequence: [codeItem(dicomCode('114006', 'Measurement failure'))],
    ContentSequence: [
      {
        ...content('HAS PROPERTIES', 'TEXT', dicomCode('121106', 'Comment')),
        TextValue: reason,
      },
    ],
  }
}

function content(relationship: Relationship, valueType: string, concept: Code): Attributes {
  return {
    RelationshipType: relationship,
    ValueType: valueType,
    ConceptNameCodeSequence: [codeItem(concept)],
  }
}

function container(concept: Code, items: readonly Attributes[]): Attributes {
  return {
    ...content('CONTAINS', 'CONTAINER', concept),
    ContinuityOfContent: 'SEPARATE',
    ContentSequence: items.length === 0 ? undefined : items,
  }
}

function codeContent(relationship: Relationship, concept: Code, value: Code): Attributes {
  return {
    ...content(relationship, 'CODE', concept),
    ConceptCodeSequence: [codeItem(value)],
  }
}

function uidContent(concept: Code, uid: string): Attributes {
  return { ...content('HAS OBS CONTEXT', 'UIDREF', concept), UID: uid }
}

function imageContent(relationship: Relationship, image: ReferencedImage): Attributes {
  return {
    RelationshipType: relationship,
    ValueType: 'IMAGE',
    ReferencedSOPSequence: [referenceTo(image)],
  }
}

function template(identifier: string): Attributes {
  return {
    ContinuityOfContent: 'SEPARATE',
    ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: identifier }],
  }
}
