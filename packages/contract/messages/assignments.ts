/** About images that are assigned to readers. */
export const assignments = {
  nothingAsked: 'Choose at least one field, or ask for outlines.',
  noImages: 'No image matches. Change the filter or select images.',
  tooManyCases: 'An assignment has at most {{most}} cases. Choose fewer images or readers.',
  tooFewReaders: 'Each image cannot get more readers than there are.',
  unknownReaders: 'There is no user named {{usernames}}.',
  namesUnknownReaders: 'Names a user that does not exist.',
  seesDataset:
    '{{usernames}} can see this dataset, so cannot read it blinded. Choose other readers, or an assignment that is not blinded.',
  mayNotAnnotate:
    '{{usernames}} may not annotate in this dataset. Share it with them as graders first, or make the assignment blinded.',
  unknownFields: 'The dataset has no field {{keys}} for images.',
  copyGroup: 'Assignments',
  copyTask: 'Copying the cases of {{name}}',
  copyDone: 'Cases copied: {{copied}}. Left out: {{leftOut}}.',
  leftOut: 'An image was left out: {{why}}',
  sourceMissing: 'its file is missing or cannot be decoded.',
  gone: 'The assignment was deleted before its cases were copied.',
  notReady: 'The cases of this assignment are still being copied.',
  closed: 'This assignment is closed.',
  locked:
    'You have submitted or referred this case, so it can no longer be changed. Ask the owner of the assignment to hand it back.',
  otherReader: 'Only its reader can change a case of a blinded assignment.',
  fixedForm: 'The form and the categories of an assignment cannot be changed.',
  unanswered: 'Answer these fields before you submit: {{keys}}.',
  notSubmitted: 'Only submitted and referred cases can be handed back.',
  blindedReader:
    '{{usernames}} reads images of this dataset blinded. Close the assignment before you share the dataset with them.',
  namesBlindedReader: 'Names a blinded reader of this dataset.',
} as const
