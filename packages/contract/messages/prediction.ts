/** About outlining an object from its extreme points. */
export const prediction = {
  fourPoints:
    'Give exactly four points: the leftmost, topmost, rightmost and lowest of the object.',
  pointOutside:
    'Point {{number}} ({{x}}, {{y}}) lies outside the image, which has {{width}} x {{height}} pixels.',
  flat: 'The four points are on one line or in one place. Give the leftmost, topmost, rightmost and lowest point of an object.',
  busy: 'The server is busy with other predictions. Please try again in a moment.',
  tookLong: 'The prediction took too long. Try again with less padding.',
  cancelled: 'The prediction was cancelled.',
  nothing:
    'No object was found between these points. Try a lower threshold, or draw it with another tool.',
} as const
