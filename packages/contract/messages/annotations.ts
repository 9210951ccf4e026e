export const annotations = {
  staleRevision: 'Somebody else changed this annotation since you opened it.',
  deletedSince: 'This annotation was saved before and has been deleted since.',
  tooManyPoints: 'An annotation may have at most {{most}} points. Split it into several.',
  unusableSegmentation: 'The segmentation cannot be used: {{detail}}',
  noCategory: 'The dataset has no category {{id}}. Add it to the dataset first.',
  isNoCategory: 'is not a category of the dataset',
  wrongKeypoints: 'The category {{name}} has {{expected}} keypoints, but {{received}} came.',
  areWrongKeypoints: 'are not as many as the category has labels',
} as const
