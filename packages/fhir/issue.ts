/** What can be wrong with a resource, in the order in which people look for it. */
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

/** What is wrong, and where; `detail` is what stands there or what was expected, as it is written. */
export interface Issue {
  readonly rule: IssueRule
  readonly at: string
  readonly detail: string
}
