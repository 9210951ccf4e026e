import { qualityReasons } from '../results/quality-reasons.ts'
import { textsIn } from '../results/words.ts'

export const analysis = {
  group: 'Analysis',
  taskName: 'Analysing {{file}}',
  queued: 'The analysis of the image has been queued.',
  imageDeleted: 'The image was deleted before its analysis began.',
  datasetTaskName: 'Analysing all images of {{dataset}}',
  assistTaskName: 'Searching {{file}} with {{model}}',
  datasetQueued: 'The analysis has been queued. Images: {{count}}.',
  allAnalysed: 'All images of the dataset have been analysed. Choose all again to re-analyse them.',
  allWaitForOrders:
    'No image of the dataset can be referred: {{count}} wait for their orders. Their rows say what is missing.',
  waitsForOrder:
    'The image waits for the order that its dataset requires. Refer it from the table once it has one.',
  noImages: 'The dataset has no images to analyse. Upload some first.',
  imageAnalysed: 'Analysed {{file}}: {{why}}',
  imageFailed: 'Image {{image}}: {{why}}',
  stepFailed:
    '{{file}}: the step {{step}} failed, so the image counts as not analysed. Earlier results are unchanged. If it fails again, tell your administrator.',
  unexpected: 'An unexpected error stopped the analysis. The server’s log has the details.',
  datasetAnalysed: 'Images processed: {{done}}; failed: {{failed}}.',
  'no-field': 'No bright round field on a dark surround was found.',
  bothVesselKinds:
    'Choose a category for arterioles and one for venules: measuring needs the corrected areas of both.',
  nothingCorrected: 'Choose the categories of the annotations to measure.',
  sameCategory: 'Arterioles and venules need different categories. Choose two.',
  statusQueued: 'Queued',
  statusRunning: 'Running',
  statusDone: 'Done',
  statusInPart: 'Done in part',
  statusNotGradable: 'Not gradable: {{why}}',
  statusFailed: 'Failed: {{why}}',
} as const

/** Why a photograph is not gradable, or only with limits; the keys are those of packages/retina. */
export const quality = textsIn(qualityReasons, 'en')
