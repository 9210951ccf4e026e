/** Steps that a user must take before anything else, the first one first. */
export const duties = ['change_password', 'add_second_factor'] as const
export type Duty = (typeof duties)[number]
