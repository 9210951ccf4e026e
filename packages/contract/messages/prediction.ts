/** About outlining an object from its extreme points. */
export const prediction = {
  fourPoints:
    'Give exactly four points: the leftmost, topmost, rightmost and lowest of the object.',
  pointOutside:
    'Point {{number}} ({{x}}, {{y}}) lies outside the image, which has {{width}} x {{height}} pixels.',
  flat: 'The four points are on one line or in one place. Give the leftmost, topmost, rightmost and lowest point of an object.',
  firstInside: 'The first click must lie inside the object.',
  clickOutside:
    'Click {{number}} ({{x}}, {{y}}) lies outside the image, which has {{width}} x {{height}} pixels.',
  busy: 'The server is busy with other predictions. Please try again in a moment.',
  tookLong: 'The prediction took too long. Try again with less padding.',
  clicksTookLong: 'The prediction took too long. Please try again.',
  noRuntime: 'The model that follows clicks cannot run on this server: {{detail}}',
  nothingClicked:
    'No object was found at this place. Click on another part of it, or draw it with another tool.',
  cancelled: 'The prediction was cancelled.',
  nothing:
    'No object was found between these points. Try a lower threshold, or draw it with another tool.',
} as const
