import type { ReviewState } from '#report/eye'

/** Beside the words for how far a result is on its way to being final. */
export const stateColours: Readonly<Record<ReviewState, string>> = {
  none: 'gray',
  preliminary: 'yellow',
  final: 'green',
  rejected: 'red',
}
