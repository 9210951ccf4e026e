/** About the page for the patient. */
export const handouts = {
  notReady:
    'The page for the patient is not complete: the eye must be certain, the result confirmed and current, and the next steps written after it. Open the page to see what is missing.',
  notConfirmed:
    'The next steps can be written only for a confirmed and current result of an eye that is not in doubt. Open the page to see what is missing.',
  changed:
    'Meanwhile the confirmations or the next steps have changed. Read the page again and save once more.',
} as const
