/** Texts of the page for the patient. */
export const handout = {
  title: 'Your eye photograph',
  lookedAt: 'What was looked at',
  lookedAtLine: 'A computer program looked at {{parts}}.',
  found: 'What was found',
  nothingStands: 'The program made no statement about this eye.',
  sure: 'How sure it is',
  confirmed: '{{name}} has read the result of the program and confirmed it, {{when}}.',
  inexact: 'Measurements from a photograph are never exact.',
  oneEye: 'This page is about one eye only.',
  notMeaning: 'What it does not mean',
  notDiagnosis: 'This page is no diagnosis, and it does not rule out any illness.',
  treatment: 'Do not start, change or stop a treatment because of this page.',
  next: 'What to do next',
  writtenBy: '{{name}}, {{when}}',
} as const
