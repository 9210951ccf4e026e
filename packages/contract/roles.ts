import { z } from 'zod'

/** Roles within a dataset, from the one with most rights to the one with fewest. */
export const roles = ['owner', 'clinician', 'grader', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The roles that an owner gives to others. */
export const GivenRole = z.enum(roles).exclude(['owner'])
export type GivenRole = z.infer<typeof GivenRole>

/** The role of somebody with whom a dataset is shared without naming one. */
export const usualRole: GivenRole = 'grader'

/** The one of two roles with more rights. */
export function highestOf(a: GivenRole, b: GivenRole): GivenRole {
  return roles.indexOf(a) < roles.indexOf(b) ? a : b
}

/** Administrators have rights in every dataset, also in those not shared with them. */
export const standings = [...roles, 'administrator'] as const
export type Standing = (typeof standings)[number]

const everybody = standings
const workers = ['owner', 'clinician', 'grader', 'administrator'] as const
const managers = ['owner', 'administrator'] as const

/**
 * The rights within a dataset, and who has them. Each call about a dataset's data names the right
 * that it needs as its access.
 */
const rights = {
  /** See images, annotations, results, reports and documents. */
  view: everybody,
  /** Change annotations, labels, field values and the list of categories. */
  annotate: workers,
  /** Add, correct and delete images and documents. */
  collect: workers,
  /** Start analyses, and cancel or repeat tasks. */
  analyse: workers,
  /** Export data without patients' identity. */
  export: workers,
  /** Send images and results to other systems. */
  send: workers,
  /** Confirm and reject results. A clinician's word, which administration does not replace. */
  review: ['owner', 'clinician'],
  /** Change settings, fields, networks and metadata of the whole dataset. */
  configure: managers,
  share: managers,
  /** Export data that identify patients. */
  identify: managers,
  delete: managers,
} as const satisfies Readonly<Record<string, readonly Standing[]>>

export type Right = keyof typeof rights

export const allRights = Object.keys(rights) as Right[]

/** What the caller may do in a dataset, in full. */
export const Rights = z.array(z.enum(allRights))

export function isRight(value: string): value is Right {
  return value in rights
}

/** Whether any of somebody's standings in a dataset includes the right. */
export function includes(right: Right, held: readonly Standing[]): boolean {
  const holders: readonly Standing[] = rights[right]
  return held.some((standing) => holders.includes(standing))
}
