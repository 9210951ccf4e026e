/** About archives (PACS) and stations that send images over the DICOM network. */
export const pacs = {
  aeTitleForm: 'An AE title has 1 to 16 characters of ASCII and no backslash.',
  hostForm: 'Enter the name or the address of a host, without a port.',
  webForm: 'Enter an address like https://pacs.clinic.lan/dicom-web, or nothing.',
  webMissing:
    'WADO-RS and STOW-RS need the address of the DICOMweb service of the PACS. Enter it, or choose another way.',
  webUserForm: 'A user name has at most 128 characters and no colon.',
  addressForm: 'Enter an IP address, or a subnet like 10.1.0.0/16.',
  dateForm: 'Enter a date as YYYYMMDD, or a range as YYYYMMDD-YYYYMMDD.',
  patientForm: 'Enter one patient ID; * and ? are not allowed.',
  uidForm: 'A study is named by its Study Instance UID: digits and dots.',
  soughtForm:
    'Enter at least one letter or digit. * and ? stand for any letters and for one; \\ and = are not allowed.',
  modalityForm: 'Enter a modality as DICOM codes it, such as OP.',
  noCriterion: 'Say what to look for: a day, a name, a number or a modality.',
  patientOrStudies: 'Name a patient with the days, or studies, and not both.',
  notConfigured:
    'No PACS is set for this dataset. Its owner can enter the address in the settings.',
  answered: 'The PACS answered: the connection works.',
  unreachable:
    'The PACS could not be reached. Check its address and port, and whether a firewall stands between.',
  timedOut: 'The PACS did not answer in time. Try again, or ask those who run it.',
  notTrusted:
    'The certificate of the PACS is not trusted, or it does not speak TLS at this port. An administrator can name the authority of the certificate (DICOM_TLS_CA).',
  rejectedCalling:
    'The PACS does not know our AE title {{title}}. Ask those who run it to enter it there.',
  rejectedCalled: 'The PACS is not called {{title}}. Check its AE title in the settings.',
  rejected: 'The PACS rejected the connection for now. Try again later.',
  broken: 'The connection to the PACS broke off. Try again, or ask those who run it.',
  notDicom: 'What answers at this address does not speak DICOM. Check the port.',
  notSupported: 'The PACS does not offer the service that is needed for this.',
  refused: 'The PACS refused with status {{status}}. Ask those who run it whether we may do this.',
  unableLossless:
    'The PACS could not send the images (status {{status}}). The likely cause is on this side: the dataset takes lossless images only (FORCELOSSLESSTRANFERPROTOCOL), and the PACS has these with lossy compression. The owner can set it to false. Otherwise the log of the PACS tells the cause.',
  unableToRetrieve:
    'The PACS could not send the images (status {{status}}). Likely causes: our receiver refused them (an administrator sees its refusals at DICOM Receiver), the PACS does not reach our receiver {{title}} at the address that it knows, or it failed itself. The log of the PACS tells the cause.',
  unableToStore:
    'The PACS could not process the object (status {{status}}). Likely causes: it does not take objects of this kind or encoding, patient or study contradict what it has under the same UIDs, or it failed itself. The log of the PACS tells the cause.',
  searchRefused:
    'The PACS could not process the search (status {{status}}). The likely cause is that too much matches: choose fewer days, or add a name. Otherwise the log of the PACS tells the cause.',
  searchTooLarge:
    'The PACS answered more than can be listed. Choose fewer days, or add a name or a number.',
  destinationUnknown:
    'The PACS does not know where to send to: ask those who run it to enter {{title}}, or retrieve by C-GET.',
  group: 'PACS',
  retrievalName: 'Retrieving images of patient {{patient}}',
  studiesName: 'Retrieving {{count}} studies from the PACS',
  oneStudyName: 'Retrieving one study from the PACS',
  retrievalStarted: 'The images are being retrieved from the PACS.',
  datasetDeleted: 'The dataset was deleted before its images were retrieved.',
  noReceiver:
    'Retrieval by C-MOVE needs our DICOM receiver, which is switched off. An administrator can switch it on, or choose C-GET.',
  notFound: 'The PACS has no images of patient {{patient}} of these days and this modality.',
  tooMany:
    'These are {{count}} images; at most {{most}} are retrieved at a time. Choose fewer days.',
  tooManyOfStudies:
    'These studies have {{count}} images; at most {{most}} are retrieved at a time. Choose fewer studies.',
  studyNotFound: 'The PACS does not have the study any more ({{study}}).',
  studyNotSearched: 'A study could not be looked up ({{study}}). {{why}}',
  studyNotOfModality: 'It has no images of modality {{modality}}, which alone the dataset takes.',
  studyFailed: 'Study of patient {{patient}} of {{day}}: {{why}}',
  studyOfUnknownDay: 'Study of patient {{patient}}: {{why}}',
  studiesIncomplete:
    '{{failed}} of {{total}} studies did not come whole. What came is in the dataset.',
  otherPatient:
    'The PACS answered with a study of another patient, which was left out. Tell those who run it.',
  triedAgain: 'A series did not come. {{why}} It is tried again in {{seconds}} seconds.',
  seriesIncomplete: '{{failed}} of {{total}} images of a series did not come.',
  seriesIncompleteLossless:
    '{{failed}} of {{total}} images of a series did not come. The dataset takes lossless images only, and the PACS may have them with lossy compression.',
  incomplete:
    '{{failed}} of {{total}} images did not come from the PACS. The others are in the dataset.',
  webRefused:
    'The PACS refused the DICOMweb request. Check the address of its service, or ask those who run it whether we may do this.',
  webSignIn:
    'The PACS did not accept the user and password of its DICOMweb service. Check both in the settings.',
  notAnObject: 'The PACS answered something that is no DICOM file.',
  leftOut: 'An image was not added: {{why}}',
  done: 'Images retrieved: {{added}} new, {{existing}} that were there already.',
  failed: 'The retrieval failed. {{why}}',
  senderTaken: 'This station has a rule already.',
  nothingToSend: '{{file}} did not come as DICOM, so it cannot be sent to a PACS.',
  sendingQueued: 'The image will be sent to the PACS.',
  sendingFailed: 'The image was not sent. {{why}}',
  resultsQueued: 'The results will be sent to the PACS.',
  letter: 'Images and results to the PACS',
  withdrawn:
    'A clinician has rejected this analysis, so its results are not given out. Analyse the image again, or confirm the analysis.',
  commitmentLetter: 'Questions to the PACS whether it keeps what it has stored',
  reportAwaited: 'The PACS was asked and has not reported yet. It is asked again after an hour.',
  notKept_noSuchObject: 'It does not have the object.',
  notKept_processing: 'It could not process the object.',
  notKept_resources: 'It has no room for the object.',
  notKept_class: 'It does not keep objects of this kind.',
  notKept_conflict: 'The object is of another kind than it was told.',
  notKept_duplicate: 'It was asked for this object twice.',
  notKept: 'It gave reason {{code}}.',
  noResults: 'There is nothing to send: the image is not analysed and has no annotations.',
  no_measurements: 'Nothing was measured in this image. Analyse it first.',
  no_annotations: 'This image has no annotations with an area.',
  no_report: 'This image is not analysed. Analyse it first.',
  imageGone: 'The image was deleted before it was sent.',
} as const
