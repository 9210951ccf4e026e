import type { Attributes } from '../attributes.ts'
import {
  codeItem,
  commonAttributes,
  dicomCode,
  referenceTo,
  sopClasses,
  type ObjectContext,
  type ReferencedObject,
} from './common.ts'

interface Rejection {
  /** The rejected objects, of the context's study; at least one. */
  readonly objects: readonly ReferencedObject[]
  /** The person who rejected them, in DICOM's form of names. */
  readonly observer: string
  /** Why, for people. */
  readonly description: string
}

/**
 * A Key Object Selection that rejects objects for reasons of patient safety, so that archives stop
 * giving them out (IHE RAD TF-2, 4.66 Imaging Object Change Management; PS3.3 A.35.4, PS3.16 TID 2010).
 */
export function rejectionNote(context: ObjectContext, rejection: Rejection): Attributes {
  const { objects, observer, description } = rejection
  return {
    ...commonAttributes(context, 'KO'),
    SOPClassUID: sopClasses.keyObjectSelection,
    ReferencedPerformedProcedureStepSequence: [],
    CurrentRequestedProcedureEvidenceSequence: [
      {
        StudyInstanceUID: context.study.instanceUid,
        ReferencedSeriesSequence: seriesOf(objects),
      },
    ],
    ValueType: 'CONTAINER',
    ConceptNameCodeSequence: [codeItem(dicomCode('113037', 'Rejected for Patient Safety Reasons'))],
    ContinuityOfContent: 'SEPARATE',
    ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: '2010' }],
    ContentSequence: [
      {
        RelationshipType: 'HAS OBS CONTEXT',
        ValueType: 'CODE',
        ConceptNameCodeSequence: [codeItem(dicomCode('121005', 'Observer Type'))],
        ConceptCodeSequence: [codeItem(dicomCode('121006', 'Person'))],
      },
      {
        RelationshipType: 'HAS OBS CONTEXT',
        ValueType: 'PNAME',
        ConceptNameCodeSequence: [codeItem(dicomCode('121008', 'Person Observer Name'))],
        PersonName: observer,
      },
      {
        RelationshipType: 'CONTAINS',
        ValueType: 'TEXT',
        ConceptNameCodeSequence: [codeItem(dicomCode('113012', 'Key Object Description'))],
        TextValue: description,
      },
      ...objects.map((object) => ({
        RelationshipType: 'CONTAINS',
        ValueType: 'COMPOSITE',
        ReferencedSOPSequence: [referenceTo(object)],
      })),
    ],
  }
}

function seriesOf(objects: readonly ReferencedObject[]): Attributes[] {
  const bySeries = Map.groupBy(objects, ({ seriesInstanceUid }) => seriesInstanceUid)
  return Array.from(bySeries, ([SeriesInstanceUID, members]) => ({
    SeriesInstanceUID,
    ReferencedSOPSequence: members.map(referenceTo),
  }))
}
