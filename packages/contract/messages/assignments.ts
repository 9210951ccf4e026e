/** About images that are assigned to readers. */
export const assignments = {
  nothingAsked: 'Choose at least one field, or ask for outlines or the confirmation of results.',
  noImages: 'No image matches. Change the filter or select images.',
  tooManyCases: 'An assignment has at most {{most}} cases. Choose fewer images or readers.',
  tooFewReaders: 'Each image cannot get more readers than there are.',
  unknownReaders: 'There is no user named {{usernames}}.',
  namesUnknownReaders: 'Names a user that does not exist.',
  seesDataset:
    '{{usernames}} can see this dataset, so cannot read it blinded. Choose other readers, or an assignment that is not blinded.',
  mayNotAnnotate:
    '{{usernames}} may not annotate in this dataset. Share it with them as graders first, or make the assignment blinded.',
  cannotSettle:
    '{{usernames}} may not annotate in this dataset, so cannot settle differences. Share it with them as graders first.',
  mayNotConfirm:
    '{{usernames}} may not confirm results in this dataset. Share it with them as clinicians first.',
  blindedConfirmation:
    'Blinded readers do not see the results that they would confirm. Ask for the confirmation in an assignment that is not blinded.',
  confirmedOnce:
    'One clinician confirms a result. Choose one reader, or set the readers of each image to 1.',
  confirmFirst:
    'Confirm or reject the result in the report before you submit. If there is no result, run the analysis, or refer the case.',
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
  regradesNeedBlinding: 'Only readers of a blinded assignment can get images a second time.',
  unknownKey: 'The dataset has no such assignment.',
  noAnswers: 'None of these images has a final grade in the assignment with the answers.',
  readsThemselves: '{{usernames}} reads images of this assignment, so cannot settle it.',
  onlyAdjudicators: 'Only adjudicators of the assignment and owners of the dataset see this.',
  stillReading: 'Not all readers have submitted this image.',
  staleReading: 'The readings of this image have changed since you opened it. Look at them again.',
  nothingDrawn:
    'You have drawn nothing in this image. Draw the outlines first, or take those of a reader.',
  unknownReader: 'This image has no reader {{letter}}.',
  notAllSubmitted: 'The score is shown once all cases are submitted.',
  noKey: 'This assignment has no answer key.',
  namesBlindedReader: 'Names a blinded reader of this dataset.',
} as const
