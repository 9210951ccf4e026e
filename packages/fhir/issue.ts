/** Kinds of faults of a resource, in the order in which they are checked. */
export const issueRules = [
  'not-a-resource',
  'unknown-type',
  'unknown-element',
  'missing',
  'not-a-list',
  'not-single',
  'empty',
  'wrong-type',
  'wrong-form',
  'impossible-date',
  'unknown-code',
  'choice',
  'reference-type',
  'narrative',
  'invariant',
  'full-url',
  'dangling-reference',
  'patient-count',
  'other-patient',
  'message-header',
  'unreachable',
  'no-ai-label',
  'no-interpreter',
  'risk-differs',
  'ratio-differs',
  'units-differ',
  'no-scale-source',
  'uid-form',
  'instance-count',
  'profile',
] as const
export type IssueRule = (typeof issueRules)[number]

/** A fault and its place; `detail` is the value found or expected, literally. */
export interface Issue {
  readonly rule: IssueRule
  readonly at: string
  readonly detail: string
}
