/** About FHIR messages of an image. */
export const fhir = {
  generated: 'FHIR message generated',
  notAnalysed:
    'The image has no finished analysis to report. Analyse it first, then generate the message.',
  outOfDate:
    'The image, its patient’s data or its corrections have changed since it was analysed. Analyse it again, then generate the message.',
  invalid:
    'No message was created because it would be invalid: {{why}} Correct the data of the image, or tell your administrator.',
  issue: 'At {{at}}: {{why}}',
  staleMessage:
    'The message is out of date: the image’s data or analysis have changed since. Generate it again before you send it.',
  noServer:
    'The site has no FHIR server to send to. An administrator can set one in the file FHIR_FILE.',
  queued: 'The FHIR message has been queued for sending.',
  queuedBefore: 'This version of the message was queued for sending before.',
  letterTitle: 'FHIR message to the hospital’s server',
  resultLetterTitle: 'Result for the hospital’s FHIR server',
  refusedByServer:
    'The FHIR server {{host}} refused the content of the message (status {{status}}).',
  patientNotMatched:
    'The FHIR server {{host}} has no patient with this number, or several (412). Register the patient there, or merge them; the message will be retried. An administrator can have missing patients created (`"patient": "update"` in the FHIR file).',
  notAccepted: 'The FHIR server {{host}} did not accept the message for now (status {{status}}).',
  unreadableAnswer: 'The FHIR server {{host}} did not confirm every part of the message.',
  messageGone: 'The message no longer exists: its image was deleted for good.',
} as const

/** Missing or doubtful facts of a message that is valid all the same. */
export const fhirWarnings = {
  eyeNotStated: 'The file does not state the eye, so the message names none.',
  eyeDerived:
    'The eye was only guessed from the patient orientation in the file, so the message names none.',
  otherEye:
    'The photograph appears to show the other eye than its file states. Check which eye it is.',
  patientNumberMissing: 'The patient’s number is unknown, so the hospital cannot file the message.',
  patientNameMissing: 'The patient’s name is unknown.',
  birthDateMissing: 'The patient’s date of birth is unknown.',
  dayMissing: 'The day of the photograph is unknown.',
  patientSystemMissing:
    'The system of the site’s patient numbers is not configured (patient_system in FHIR_FILE).',
  organisationMissing: 'The site’s name is not configured (organisation in FHIR_FILE).',
  regulatoryMissing: 'The medical-device information is not configured (REGULATORY_FILE).',
  reportNotPrinted: 'The report could not be printed, so the message has no PDF.',
  fileUnreadable: 'The original file cannot be read, so the message has no digest of it.',
  olderAnalysis:
    'The analysis was made by an earlier version of the software or by other networks.',
  otherName:
    'Another image with this patient number has a different name, sex or date of birth. Make sure that this is the right patient.',
} as const

/** Faults of a resource, by the rules of packages/fhir. */
export const fhirIssues = {
  'not-a-resource': 'this is not a resource.',
  'unknown-type': 'resources of type {{detail}} are unknown.',
  'unknown-element': 'there is no element {{detail}}.',
  missing: '{{detail}} is required.',
  'not-a-list': 'this must be a list.',
  'not-single': 'this must not be a list.',
  empty: 'this is empty.',
  'wrong-type': 'this must be of type {{detail}}.',
  'wrong-form': '{{detail}} has the wrong format.',
  'impossible-date': 'there is no such day: {{detail}}.',
  'unknown-code': 'the code {{detail}} is not allowed here.',
  choice: 'there is more than one {{detail}}.',
  'reference-type': 'a reference to this type is not allowed here: {{detail}}.',
  narrative: 'the narrative contains something that is not allowed: {{detail}}.',
  invariant: 'the FHIR rule {{detail}} is violated.',
  'full-url': 'the address {{detail}} is missing, duplicated, or not that of the resource.',
  'dangling-reference': 'the reference {{detail}} has no target.',
  'patient-count': 'there must be exactly one patient, not {{detail}}.',
  'other-patient': 'this is about another patient: {{detail}}.',
  'message-header': 'the message must begin with its only header.',
  unreachable: 'nothing refers to this {{detail}}.',
  'no-ai-label': 'the result is not labelled as an AI’s.',
  'no-interpreter': 'a final result needs a clinician who interpreted it.',
  'risk-differs': 'the risk is stated with different values: {{detail}}.',
  'ratio-differs': 'the ratio does not match the calibres, {{detail}}.',
  'units-differ': 'the calibres are in different units.',
  'no-scale-source': 'micrometres need the source of their scale.',
  'uid-form': 'this is not a UID: {{detail}}.',
  'instance-count': 'the count of instances is not {{detail}}.',
  profile: 'the profile {{detail}} requires more here.',
} as const
