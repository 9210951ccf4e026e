/** What earlier versions stored as a sentence that no text of theirs has. */
export const stored = {
  text: '{{text}}',
} as const
