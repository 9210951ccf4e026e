/** About the hospital's order system (MICS). */
export const mics = {
  serviceForm: 'A service name has 1 to 128 letters, digits, dots, dashes, $, # or _.',
  notConfigured:
    'No order system is set for this dataset. Its owner can enter the address in the settings.',
  noSite:
    'This server knows no order system. An administrator can set one up with a site file (MICS_FILE).',
  readsOnly:
    'The order system of this site only gives orders and takes no results. Set REQUIRE MICS SEND to No.',
  answered: 'The order system answered: the connection works.',
  demoAnswers: 'This is the demonstration list of orders, no hospital’s system: it always answers.',
  unreachable:
    'The order system could not be reached. Check its address and port, and whether a firewall stands between.',
  late: 'The order system did not answer in time. Try again, or ask those who run it.',
  rejected:
    'The order system does not know our AE title, or is called otherwise. Ask those who run it; the titles stand in the site file.',
  noWorklist: 'What answers at this address offers no modality worklist. Check the port.',
  refusedQuery: 'The order system refused the question. Ask those who run it whether we may ask.',
  refused: 'The order system did not take the result and answered {{code}}. Ask those who run it.',
  refusedFor:
    'The order system refused the result with {{code}}: error {{error}}. Ask those who run it.',
  noRehearsal: 'What was sent to this order system cannot be taken back, so nothing was sent.',
  broken: 'The connection to the order system broke off. Try again, or ask those who run it.',
  unexpected:
    'The order system answered something that could not be understood. The server’s log has the details.',
  otherPatient:
    'The order system answered with an order of another patient, which was not used. Tell those who run it.',
  noOrder:
    'The order system has no order for this patient and day. Check the patient ID and the study date, or ask the department.',
  orderRequired:
    'The image was not referred, because its dataset requires an order before an analysis. {{why}}',
  noPatient:
    'The image has no patient ID, so no order can be found. Upload the DICOM file of the image.',
  manyOrders:
    'The order system has {{count}} orders for this patient and day. Choose one from the menu of the row.',
  letter: 'Result for the order system',
  imageGone: 'The image was deleted before its result was sent.',
  outOfDate:
    'The image or its patient’s data have changed since it was analysed, so the result was not sent. Analyse the image again.',
  notAmongOrders: 'The order system no longer has this order for the patient and day. Look again.',
  nothingToSend: 'The image has no finished analysis that could be sent.',
  sentAgain: 'The result is being sent to the order system as it stands now.',
  oracleTooOld:
    'The database is older than Oracle 12.1, which needs Oracle’s own client. An administrator can name its folder in the site file (clientFolder).',
  oracleVerifier:
    'The password of this user is kept in an old form (10G), which needs Oracle’s own client. Ask those who run the database to set the password anew, or an administrator to name the client’s folder in the site file (clientFolder).',
  oracleEncryption:
    'The database demands Oracle’s network encryption, which needs Oracle’s own client. An administrator can name its folder in the site file (clientFolder).',
  oracleClient:
    'Oracle’s own client could not be loaded from the folder that the site file names (clientFolder). An administrator must put an Instant Client there that fits this computer.',
  oracleLogin: 'The database refused the user name or the password. Check them in the settings.',
  oracleService: 'The database knows no service of this name. Check SERVICENAME in the settings.',
  oracleOther:
    'The database refused with {{code}}. Ask those who run it; the statements stand in the site file.',
  cannotWrite: 'This order system takes no results.',
} as const
