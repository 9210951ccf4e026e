/** Steps that a user must take before anything else, the first one first. */
export const duties = ['change_password'] as const
export type Duty = (typeof duties)[number]
