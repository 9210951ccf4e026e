import type { ReviewState } from '#report/eye'

/** Colours that accompany the words for the state of a result. */
export const stateColours: Readonly<Record<ReviewState, string>> = {
  none: 'gray',
  preliminary: 'yellow',
  final: 'green',
  rejected: 'red',
}
