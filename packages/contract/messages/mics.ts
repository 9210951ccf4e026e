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
  broken: 'The connection to the order system broke off. Try again, or ask those who run it.',
  unexpected:
    'The order system answered something that could not be understood. The server’s log has the details.',
  otherPatient:
    'The order system answered with an order of another patient, which was not used. Tell those who run it.',
  noOrder:
    'The order system has no order for this patient and day. Check the patient ID and the study date, or ask the department.',
  noPatient:
    'The image has no patient ID, so no order can be found. Upload the DICOM file of the image.',
  manyOrders:
    'The order system has {{count}} orders for this patient and day. Choose one from the menu of the row.',
  letter: 'Result for the order system',
  imageGone: 'The image was deleted before its result was sent.',
  notAmongOrders: 'The order system no longer has this order for the patient and day. Look again.',
  nothingToSend: 'There is no result of this image whose sending has failed.',
  sentAgain: 'The result will be sent to the order system again.',
  cannotWrite: 'This order system takes no results.',
} as const
