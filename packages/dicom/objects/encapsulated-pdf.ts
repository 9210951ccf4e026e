import type { Attributes } from '../attributes.ts'
import { codeItem, commonAttributes, sopClasses, type ObjectContext } from './common.ts'

/** A PDF as Encapsulated PDF (PS3.3 A.45.1), marked as bearing the patient's name. */
export function encapsulatedPdf(
  context: ObjectContext,
  { title, pdf }: { title: string; pdf: Uint8Array },
): Attributes {
  const report = { value: '18748-4', scheme: 'LN', meaning: 'Diagnostic imaging report' }
  return {
    ...commonAttributes(context, 'DOC'),
    SOPClassUID: sopClasses.encapsulatedPdf,
    ConversionType: 'WSD',
    AcquisitionDateTime: '',
    BurnedInAnnotation: 'YES',
    DocumentTitle: title,
    ConceptNameCodeSequence: [codeItem(report)],
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocument: pdf,
    EncapsulatedDocumentLength: pdf.length,
  }
}
