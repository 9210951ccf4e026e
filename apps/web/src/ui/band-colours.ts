/** The colours of the bands of a risk. */
export const bandColours = {
  low: 'gray',
  'cannot-be-told': 'blue',
  moderate: 'yellow',
  high: 'red',
} as const
