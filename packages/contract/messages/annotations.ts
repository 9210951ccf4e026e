export const annotations = {
  staleRevision: 'Somebody else changed this annotation since you opened it.',
  staleRevisions:
    'Somebody else changed or deleted these annotations since you opened them: {{ids}}. Nothing was saved. Look at their changes, then save again.',
  onlyOnce: 'Each annotation may occur only once.',
  sameImage: 'Sorry, you can not clone the same image',
  isSameImage: 'is the image itself',
  enterImageId: 'Enter a valid image ID',
  imageIdIsNumber: 'Value must be a number',
  chooseCategory: 'Choose at least one category.',
  deletedSince: 'This annotation was saved before and has been deleted since.',
  tooManyPoints: 'An annotation may have at most {{most}} points. Split it into several.',
  unusableSegmentation: 'The segmentation cannot be used: {{detail}}',
  noArea:
    'The shape lies outside the image ({{width}} × {{height}} pixels) or has no area. Send one within it, or an empty segmentation for an annotation without a shape.',
  noLine:
    'The lines lie outside the image ({{width}} × {{height}} pixels). Send lines within it, or an empty list for an annotation without lines.',
  noKeypoint:
    'The keypoints lie outside the image ({{width}} × {{height}} pixels). Send at least one within it, or an empty list for an annotation without keypoints.',
  noCategory: 'The dataset has no category {{id}}. Add it to the dataset first.',
  isNoCategory: 'is not a category of the dataset',
  wrongKeypoints: 'The category {{name}} has {{expected}} keypoints, but {{received}} were sent.',
  measurementPoints:
    'A length has two points or more, an angle three, and a place of the ETDRS grid (disc, fovea) one.',
  measurementNames:
    'The places of the ETDRS grid are named disc and fovea after their kind, and no other measurement is.',
  staleMeasurements:
    'Somebody else changed or deleted these measurements since you opened the image: {{ids}}. Nothing was saved. Look at their changes, then save again.',
  tooManyMeasurements: 'An image has at most {{count}} measurements.',
  manualOrigin: 'A hand-drawn annotation has no algorithm.',
  areWrongKeypoints: 'must be as many as the category has labels',
} as const
