/** About statements on an image's patient and scale. */
export const patientData = {
  underWay: 'The image is being analysed. Wait for the result, then change its patient.',
  onlyClinicians:
    'Results of this image were sent to other systems as this patient’s. Changing the patient ID withdraws them, so only the owner of the dataset and its clinicians may do it.',
  inFuture: 'The day {{day}} is in the future.',
  noRows: 'The table has no rows below its heading.',
  tooManyRows: 'The table has {{rows}} rows; the limit is {{most}} at a time. Split it.',
  noTable: 'The file is not a CSV table: {{fault}}',
  noSubject: 'The table needs a column image_id or file_name.',
  unknownColumn: 'There is no such column. The columns are {{columns}}.',
  twice: 'The image is also named in row {{row}}.',
  inRow: 'Row {{row}}: {{why}}',
  noImage: 'The dataset has no such image.',
  severalImages: 'The dataset has {{count}} images with this name. Use the image_id.',
  notTaken: '{{value}} is not accepted. Allowed: {{why}}.',
  allowedText: 'a text without control characters, not too long',
  allowedSex: 'F, M or O',
  allowedDay: 'a day such as 1956-02-29',
  allowedAge: 'whole years from 0 to 129',
  allowedEye: 'R or L',
  allowedTime: 'a time such as 2026-03-01T09:30:00',
  allowedScale:
    '0.5 to 100 micrometres per pixel, or 10 to 200 degrees in an image circle of 50 to 30000 pixels',
  allowedLength: '15 to 40 millimetres',
  allowedRefraction: '-30 to 20 dioptres',
  halfScale: 'field_degrees and circle_px must be given together.',
  twoScales: 'Give either micrometres_per_pixel, or field_degrees with circle_px.',
  otherPatientInArchive:
    'The archive has this image under patient {{filed}}; here it was corrected to {{stated}}. Correct the patient in the archive first: results would otherwise reach another patient’s record.',
} as const
