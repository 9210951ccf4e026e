/** The types of resources that are written here, and that the validator knows. */
export const resourceTypes: readonly string[] = [
  'AuditEvent',
  'Bundle',
  'CodeSystem',
  'Device',
  'DiagnosticReport',
  'ImagingStudy',
  'Media',
  'MessageHeader',
  'Observation',
  'OperationOutcome',
  'Organization',
  'Patient',
  'Practitioner',
  'Provenance',
  'RiskAssessment',
  'ServiceRequest',
]
