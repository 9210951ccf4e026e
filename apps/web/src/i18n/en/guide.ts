export const guide = {
  title: 'First steps',
  progress: '{{done}} of {{total}}',
  failed: 'The first steps could not be loaded',
  hide: 'Hide',
  hideLabel: 'Hide the first steps; they stay in the help',
  show: 'Show on My Images',
  skip: 'Skip',
  skipOf: 'Skip: {{title}}',
  tick: 'Done',
  tickOf: 'Done: {{title}}',
  reopen: 'Take up again',
  reopenOf: 'Take up again: {{title}}',
  states: { open: 'To do', done: 'Done', skipped: 'Skipped' },
  audiences: { administrator: 'For administrators', reader: 'For readers' },
  steps: {
    scale: {
      title: 'Enter the scale of the camera',
      text: 'With micrometres per pixel or the field of view, calibres are measured in µm.',
    },
    stations: {
      title: 'Register the DICOM stations',
      text: 'A camera or PACS may send photographs to a dataset once its AE title is registered.',
    },
    orders: {
      title: 'Connect the order system',
      text: 'Images then get their orders, and results return to the hospital.',
    },
    accounts: {
      title: 'Decide who may register',
      text: 'Create accounts for your colleagues. The operator opens registration for everybody with ALLOW_REGISTRATION.',
    },
    backup: {
      title: 'Set up a backup',
      text: 'System names the command. Mark this step as done once the backup runs.',
    },
    open: {
      title: 'Open a photograph',
      text: 'Its analysis results are on the right; each opens over the photograph.',
    },
    analyse: {
      title: 'Have photographs analysed',
      text: 'Analyse all measures every photograph of a dataset.',
    },
    correct: {
      title: 'Correct a result',
      text: 'Open a result, turn it into annotations, and correct them with the brush.',
    },
    confirm: {
      title: 'Confirm a result',
      text: 'A clinician of the dataset confirms the report by name.',
    },
    export: {
      title: 'Export',
      text: 'Masks, COCO files and YOLO labels, or measurements as CSV.',
    },
  },
}
