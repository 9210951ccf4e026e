/** About reaching a patient's photographs in an emergency. */
export const emergencyAccess = {
  notAllowed: 'Your account has no right to emergency access. An administrator can give it.',
  reasonTooShort: 'State the reason in at least 10 characters.',
  tooMany: 'You have begun emergency access too often within an hour. Ask an administrator.',
} as const
