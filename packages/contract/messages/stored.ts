/** A sentence stored by an earlier version that matches none of its texts. */
export const stored = {
  text: '{{text}}',
} as const
