/** About archives (PACS) and stations that send images over the DICOM network. */
export const pacs = {
  aeTitleForm: 'An AE title has 1 to 16 characters of ASCII and no backslash.',
  hostForm: 'Enter the name or the address of a host, without a port.',
  webForm: 'Enter an address like https://pacs.clinic.lan/dicom-web, or nothing.',
  webMissing:
    'WADO-RS and STOW-RS need the address of the PACS’s DICOMweb service. Enter it, or choose another method.',
  webUserForm: 'A user name has at most 128 characters and no colon.',
  addressForm: 'Enter an IP address, or a subnet like 10.1.0.0/16.',
  dateForm: 'Enter a date as YYYYMMDD, or a range as YYYYMMDD-YYYYMMDD.',
  patientForm: 'Enter one patient ID; * and ? are not allowed.',
  uidForm: 'A study is named by its Study Instance UID: digits and dots.',
  soughtForm:
    'Enter at least one letter or digit. * matches any characters and ? matches one; \\ and = are not allowed.',
  modalityForm: 'Enter a DICOM modality code such as OP.',
  noCriterion: 'Enter a search criterion: a day, a name, a number or a modality.',
  patientOrStudies: 'Give either a patient with days, or studies.',
  notConfigured:
    'No PACS is set for this dataset. Its owner can enter the address in the settings.',
  answered: 'The PACS answered: the connection works.',
  unreachable:
    'The PACS could not be reached. Check its address and port, and any firewall in between.',
  timedOut: 'The PACS did not answer in time. Try again, or ask its administrators.',
  notTrusted:
    'The certificate of the PACS is not trusted, or it does not use TLS at this port. An administrator can add its certificate authority (DICOM_TLS_CA).',
  rejectedCalling:
    'The PACS does not know our AE title {{title}}. Ask its administrators to add it.',
  rejectedCalled: 'The AE title of the PACS is not {{title}}. Check it in the settings.',
  rejected: 'The PACS rejected the connection for now. Try again later.',
  broken: 'The connection to the PACS was lost. Try again, or ask its administrators.',
  notDicom: 'The system at this address does not speak DICOM. Check the port.',
  notSupported: 'The PACS does not offer the required service.',
  refused:
    'The PACS refused with status {{status}}. Ask its administrators whether this server has permission.',
  unableLossless:
    'The PACS could not send the images (status {{status}}). The likely cause is on this side: the dataset accepts lossless images only (FORCELOSSLESSTRANFERPROTOCOL), and the PACS has these with lossy compression. The owner can set it to false. Otherwise see the log of the PACS.',
  unableToRetrieve:
    'The PACS could not send the images (status {{status}}). Likely causes: our receiver refused them (administrators see its refusals on the page DICOM Receiver), the PACS has a wrong address for our receiver {{title}}, or the PACS itself failed. See the log of the PACS.',
  unableToStore:
    'The PACS could not process the object (status {{status}}). Likely causes: it does not accept objects of this kind or encoding, patient or study contradict its own record of the same UIDs, or the PACS itself failed. See the log of the PACS.',
  searchRefused:
    'The PACS could not process the search (status {{status}}), probably because too much matches. Choose fewer days, or add a name. Otherwise see the log of the PACS.',
  searchTooLarge:
    'The PACS found more than can be listed. Choose fewer days, or add a name or a number.',
  destinationUnknown:
    'The PACS does not know our receiver {{title}}. Ask its administrators to add it, or retrieve by C-GET.',
  group: 'PACS',
  retrievalName: 'Retrieving images of patient {{patient}}',
  studiesName: 'Retrieving {{count}} studies from the PACS',
  oneStudyName: 'Retrieving one study from the PACS',
  retrievalStarted: 'The images are being retrieved from the PACS.',
  datasetDeleted: 'The dataset was deleted before its images were retrieved.',
  noReceiver:
    'Retrieval by C-MOVE needs our DICOM receiver, which is switched off. An administrator can switch it on, or choose C-GET.',
  notFound: 'The PACS has no images of patient {{patient}} for these days and this modality.',
  tooMany: '{{count}} images match; the limit is {{most}} at a time. Choose fewer days.',
  tooManyOfStudies:
    'These studies have {{count}} images; the limit is {{most}} at a time. Choose fewer studies.',
  studyNotFound: 'The PACS no longer has the study ({{study}}).',
  studyNotSearched: 'A study could not be looked up ({{study}}). {{why}}',
  studyNotOfModality:
    'It has no images of modality {{modality}}, the only one that the dataset accepts.',
  studyFailed: 'Study of patient {{patient}} of {{day}}: {{why}}',
  studyOfUnknownDay: 'Study of patient {{patient}}: {{why}}',
  studiesIncomplete:
    '{{failed}} of {{total}} studies are incomplete. The images received are in the dataset.',
  otherPatient:
    'The PACS answered with a study of another patient, which was left out. Tell its administrators.',
  triedAgain: 'A series was not received. {{why}} It will be retried in {{seconds}} s.',
  seriesIncomplete: '{{failed}} of {{total}} images of a series were not received.',
  seriesIncompleteLossless:
    '{{failed}} of {{total}} images of a series were not received. The dataset accepts lossless images only, and the PACS may have them with lossy compression.',
  incomplete:
    '{{failed}} of {{total}} images were not received from the PACS. The others are in the dataset.',
  webRefused:
    'The PACS refused the DICOMweb request. Check the address of its service, or ask its administrators whether this server has permission.',
  webSignIn:
    'The PACS did not accept the user and password of its DICOMweb service. Check both in the settings.',
  notAnObject: 'The PACS sent a file that is not DICOM.',
  leftOut: 'An image was not added: {{why}}',
  done: 'Images retrieved: {{added}} new, {{existing}} already there.',
  failed: 'The retrieval failed. {{why}}',
  senderTaken: 'This station already has a rule.',
  nothingToSend: '{{file}} was not received as DICOM, so it cannot be sent to a PACS.',
  sendingQueued: 'The image will be sent to the PACS.',
  sendingFailed: 'The image was not sent. {{why}}',
  resultsQueued: 'The results will be sent to the PACS.',
  letter: 'Images and results to the PACS',
  withdrawn:
    'A clinician has rejected this analysis, so its results are not sent. Analyse the image again, or confirm the analysis.',
  commitmentLetter: 'Storage commitment requests to the PACS',
  reportAwaited: 'The PACS has not answered the request yet. It is repeated every hour.',
  notKept_noSuchObject: 'It does not have the object.',
  notKept_processing: 'It could not process the object.',
  notKept_resources: 'It has no space for the object.',
  notKept_class: 'It does not keep objects of this kind.',
  notKept_conflict: 'The kind of the object differs from the request.',
  notKept_duplicate: 'The object was requested twice.',
  notKept: 'It gave reason {{code}}.',
  noResults: 'There is nothing to send: the image is not analysed and has no annotations.',
  no_measurements: 'Nothing was measured in this image. Analyse it first.',
  no_annotations: 'This image has no annotations with an area.',
  no_report: 'This image is not analysed. Analyse it first.',
  imageGone: 'The image was deleted before it was sent.',
} as const
