/** About all data of a patient, for administrators. */
export const patients = {
  none: 'There is nothing of a patient with this ID.',
  severalIssuers: 'The ID has several issuers, so it may belong to several people. Choose one.',
  busy: 'Tasks of these datasets are still running. Wait until they have ended, or cancel them.',
} as const
