/** About FHIR messages of an image. */
export const fhir = {
  generated: 'FHIR message generated',
  notAnalysed:
    'The image has no finished analysis that a message could tell of. Analyse it first, and generate the message then.',
  outOfDate:
    'The image, its patient’s data or its corrections have changed since it was analysed. Analyse it again, and generate the message then.',
  invalid:
    'No message was made, because it would not be valid: {{why}} Correct the data of the image, or tell your administrator.',
  issue: 'At {{at}}: {{why}}',
  staleMessage:
    'The message is out of date: the image’s data or analysis have changed since. Generate it anew before you send it.',
  noServer:
    'The site has no FHIR server to send to. An administrator names one in the file FHIR_FILE.',
  queued: 'The FHIR message has been queued for sending.',
  queuedBefore: 'This version of the message was queued for sending before.',
  letterTitle: 'FHIR message to the hospital’s server',
  resultLetterTitle: 'Result for the hospital’s FHIR server',
  refusedByServer: 'The FHIR server {{host}} refused the message as it is (status {{status}}).',
  patientNotMatched:
    'The FHIR server {{host}} has no patient with this number, or several (412). Register the patient there, or merge them; the message is tried again. An administrator can have missing patients created (`"patient": "update"` in the FHIR file).',
  notAccepted: 'The FHIR server {{host}} did not take the message now (status {{status}}).',
  unreadableAnswer: 'The FHIR server {{host}} did not confirm every part of the message.',
  messageGone: 'The message no longer exists: its image was deleted for good.',
} as const

/** What a message lacks or doubts; it is valid all the same. */
export const fhirWarnings = {
  eyeNotStated: 'Which eye it is, is not stated by the file: the message names none.',
  eyeDerived:
    'Which eye it is, was only guessed from the patient orientation in the file: the message names none.',
  otherEye:
    'The photograph looks like one of the other eye than its file says: find out which eye it is.',
  patientNumberMissing: 'The patient’s number is not known: the hospital cannot file the message.',
  patientNameMissing: 'The patient’s name is not known.',
  birthDateMissing: 'The patient’s date of birth is not known.',
  dayMissing: 'The day of the photograph is not known.',
  patientSystemMissing:
    'The site has not said which system its patient numbers are of (patient_system in FHIR_FILE).',
  organisationMissing: 'The site has not said what it is called (organisation in FHIR_FILE).',
  regulatoryMissing: 'The medical-device information is not configured (REGULATORY_FILE).',
  reportNotPrinted: 'The report could not be printed: the message has no PDF.',
  fileUnreadable: 'The original file cannot be read: the message has no digest of it.',
  olderAnalysis:
    'The analysis was made by an earlier version of the software or by other networks than now.',
  otherName:
    'Another image of this patient number bears another name, sex or date of birth: make sure that it is the right patient.',
} as const

/** What is wrong with a resource, by the rules of packages/fhir. */
export const fhirIssues = {
  'not-a-resource': 'this is no resource.',
  'unknown-type': 'resources of type {{detail}} are not known.',
  'unknown-element': 'there is no element {{detail}}.',
  missing: '{{detail}} is required.',
  'not-a-list': 'this must be a list.',
  'not-single': 'this must not be a list.',
  empty: 'this is empty.',
  'wrong-type': 'this must be of type {{detail}}.',
  'wrong-form': '{{detail}} is not written as it should be.',
  'impossible-date': 'there is no such day: {{detail}}.',
  'unknown-code': 'the code {{detail}} is not allowed here.',
  choice: 'there is more than one {{detail}}.',
  'reference-type': 'a reference to this type is not allowed here: {{detail}}.',
  narrative: 'the narrative has what is not allowed: {{detail}}.',
  invariant: 'the rule {{detail}} of FHIR does not hold.',
  'full-url': 'the address {{detail}} is missing, there twice, or not that of the resource.',
  'dangling-reference': 'the reference {{detail}} leads to nothing.',
  'patient-count': 'there must be exactly one patient, not {{detail}}.',
  'other-patient': 'this is about another patient: {{detail}}.',
  'message-header': 'the message must begin with its only header.',
  unreachable: 'nothing refers to this {{detail}}.',
  'no-ai-label': 'the result does not say that it is an AI’s.',
  'no-interpreter': 'a final result needs a clinician who interpreted it.',
  'risk-differs': 'the risk is told in two ways: {{detail}}.',
  'ratio-differs': 'the ratio is not that of the calibres, {{detail}}.',
  'units-differ': 'the calibres are in different units.',
  'no-scale-source': 'micrometres need the source of their scale.',
  'uid-form': 'this is no UID: {{detail}}.',
  'instance-count': 'the count of instances is not {{detail}}.',
  profile: 'the profile {{detail}} asks for more here.',
} as const
