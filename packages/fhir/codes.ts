import type { CodeableConcept, Coding } from './resource.ts'

export const systems = {
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
  dicom: 'http://dicom.nema.org/resources/ontology/DCM',
  ucum: 'http://unitsofmeasure.org',
  uri: 'urn:ietf:rfc:3986',
  dicomUid: 'urn:dicom:uid',
  identifierType: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  diagnosticSection: 'http://terminology.hl7.org/CodeSystem/v2-0074',
  observationValue: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  endpointConnection: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type',
  mediaType: 'http://terminology.hl7.org/CodeSystem/media-type',
  riskProbability: 'http://terminology.hl7.org/CodeSystem/risk-probability',
  participant: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
  dataAbsentReason: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
  actReason: 'http://terminology.hl7.org/CodeSystem/v3-ActReason',
  /** Code system for concepts that no terminology has: see code-system.ts. */
  local: 'urn:uuid:7b1f0c52-6a0f-5d3e-9f0a-2f6b8a4d9c31',
} as const

export const dataAbsentReason = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'

/** An assertion of artificial intelligence, on every result. */
export const aiAsserted: Coding = {
  system: systems.observationValue,
  code: 'AIAST',
  display: 'Artificial Intelligence asserted',
}

/** Security label of data that are no person's. */
export const testData: Coding = {
  system: systems.actReason,
  code: 'HTEST',
  display: 'test health data',
}

/** LOINC: the probability of a cardiovascular disease within ten years. */
export const tenYearRisk = '99055-6'

type Snomed =
  | 'fundusPhotography'
  | 'fundusCamera'
  | 'ophthalmology'
  | 'software'
  | 'right'
  | 'left'
  | 'rightEye'
  | 'leftEye'

/** Displays are exactly those of SNOMED CT. */
export const snomed: Readonly<Record<Snomed, Coding>> = {
  fundusPhotography: sct('20067007', 'Ocular fundus photography'),
  fundusCamera: sct('409898007', 'Fundus Camera'),
  ophthalmology: sct('394594003', 'Ophthalmology'),
  software: sct('706687001', 'Software'),
  right: sct('24028007', 'Right'),
  left: sct('7771000', 'Left'),
  rightEye: sct('18944008', 'Right eye structure'),
  leftEye: sct('8966001', 'Left eye structure'),
}

type DicomCode =
  | 'imageQuality'
  | 'qualityRating'
  | 'algorithmName'
  | 'algorithmVersion'
  | 'gradable'
  | 'limited'
  | 'not-gradable'

/** DICOM's controlled terminology (PS3.16 D), with its displays. */
export const dicomCodes: Readonly<Record<DicomCode, Coding>> = {
  imageQuality: dcm('111101', 'Image Quality'),
  qualityRating: dcm('111029', 'Image Quality Rating'),
  algorithmName: dcm('111001', 'Algorithm Name'),
  algorithmVersion: dcm('111003', 'Algorithm Version'),
  gradable: dcm('111237', 'Usable - Meets the quality control standard'),
  limited: dcm('111236', 'Usable - Does not meet the quality control standard'),
  'not-gradable': dcm('111235', 'Unusable - Quality renders image unusable'),
}

/** Modalities of photographs of the eye (PS3.3 C.7.3.1.1.1); others are 'other'. */
export function modalityCoding(modality: string): Coding {
  if (modality === 'OP') return dcm('OP', 'Ophthalmic Photography')
  if (modality === 'XC') return dcm('XC', 'External-camera Photography')
  return dcm('OT', 'Other')
}

/** HL7's probabilities in words, by our bands, for a calibrated probability only. */
export const riskProbability: Readonly<Record<GradedBand, Coding>> = {
  low: { system: systems.riskProbability, code: 'low', display: 'Low likelihood' },
  moderate: { system: systems.riskProbability, code: 'moderate', display: 'Moderate likelihood' },
  high: { system: systems.riskProbability, code: 'high', display: 'High likelihood' },
}

export type GradedBand = 'low' | 'moderate' | 'high'
export type Band = GradedBand | 'cannot-be-told'

/** A concept with all its codings; those of SNOMED CT only if the site uses it. */
export function concept(
  usesSnomed: boolean,
  codings: readonly (Coding | undefined)[],
  text?: string,
): CodeableConcept {
  const coding = codings.filter(
    (each) => each !== undefined && (usesSnomed || each.system !== systems.snomed),
  ) as Coding[]
  return { ...(coding.length > 0 ? { coding } : {}), ...(text === undefined ? {} : { text }) }
}

/** The code of a system among an element's codings, at any of its concepts. */
export function codeOf(value: CodeableConcept | undefined, system: string): string | undefined {
  return value?.coding?.find((coding) => coding.system === system)?.code
}

function sct(code: string, display: string): Coding {
  return { system: systems.snomed, code, display }
}

function dcm(code: string, display: string): Coding {
  return { system: systems.dicom, code, display }
}
