export const analysis = {
  group: 'Analysis',
  taskName: 'Analysing {{file}}',
  queued: 'The analysis of the image has been queued.',
  imageDeleted: 'The image was deleted before its analysis began.',
  vesselsFound: 'Found vessels over {{percent}} % of the field of view.',
  'too-small': 'The image is too small: the field of view must be at least 150 pixels wide.',
  'no-contrast': 'The image is nearly uniform: there is no lit field on a dark surround.',
  'no-field': 'No bright round field on a dark surround was found.',
  statusQueued: 'Queued',
  statusRunning: 'Running',
  statusDone: 'Done',
  statusFailed: 'Failed: {{why}}',
} as const
