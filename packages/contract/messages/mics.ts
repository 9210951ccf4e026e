/** About the hospital's order system (MICS). */
export const mics = {
  serviceForm: 'A service name has 1 to 128 letters, digits, dots, dashes, $, # or _.',
  notConfigured:
    'No order system is set for this dataset. Its owner can enter the address in the settings.',
  noSite:
    'This server has no order system. An administrator can set one up with a site file (MICS_FILE).',
  readsOnly:
    'The order system of this site only supplies orders and takes no results. Set REQUIRE MICS SEND to No.',
  answered: 'The order system answered: the connection works.',
  demoAnswers:
    'This is the demonstration list of orders, not a hospital’s system. It always answers.',
  unreachable:
    'The order system could not be reached. Check its address and port, and any firewall in between.',
  late: 'The order system did not answer in time. Try again, or ask its administrators.',
  rejected:
    'The order system does not know our AE title, or has another AE title itself. Ask its administrators; the titles are in the site file.',
  noWorklist: 'The system at this address offers no modality worklist. Check the port.',
  refusedQuery:
    'The order system refused the query. Ask its administrators whether this server may query it.',
  refused:
    'The order system did not accept the result and answered {{code}}. Ask its administrators.',
  refusedFor:
    'The order system refused the result with {{code}}: error {{error}}. Ask its administrators.',
  noRehearsal: 'This order system cannot take back a result, so nothing was sent.',
  broken: 'The connection to the order system was lost. Try again, or ask its administrators.',
  unexpected: 'The order system sent an unintelligible answer. The server’s log has the details.',
  otherPatient:
    'The order system answered with an order of another patient, which was ignored. Tell its administrators.',
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
  notAmongOrders:
    'The order system no longer has this order for the patient and day. Search again.',
  nothingToSend: 'The image has no finished analysis to send.',
  sentAgain: 'The current result is being sent to the order system.',
  oracleTooOld:
    'The database is older than Oracle 12.1, which needs Oracle’s own client. An administrator can name its folder in the site file (clientFolder).',
  oracleVerifier:
    'The database stores this user’s password in an old form (10G), which needs Oracle’s own client. Ask the database administrators to set the password again, or an administrator to name the client’s folder in the site file (clientFolder).',
  oracleEncryption:
    'The database demands Oracle’s network encryption, which needs Oracle’s own client. An administrator can name its folder in the site file (clientFolder).',
  oracleClient:
    'Oracle’s own client could not be loaded from the folder in the site file (clientFolder). An administrator must put an Instant Client for this computer there.',
  oracleLogin: 'The database refused the user name or password. Check them in the settings.',
  oracleService: 'The database has no service with this name. Check SERVICENAME in the settings.',
  oracleOther:
    'The database refused with {{code}}. Ask its administrators; the statements are in the site file.',
  cannotWrite: 'This order system takes no results.',
} as const
