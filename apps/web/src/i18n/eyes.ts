import type { Image } from '#contract/images'

/** The eye in clinical notation; empty if unknown. */
export const eyes: Record<NonNullable<Image['laterality']>, string> = {
  R: 'OD',
  L: 'OS',
  B: 'OU',
  U: '',
}
