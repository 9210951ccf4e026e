/** What a process of each role does; any number of processes may have each. */
export const roles = {
  all: { serves: true, works: true, receives: true },
  /** HTTP and live streams. */
  web: { serves: true, works: false, receives: false },
  /** Jobs, messages to other systems, and everything that recurs. */
  worker: { serves: false, works: true, receives: false },
  /** Objects of DICOM stations and order messages. */
  dicom: { serves: false, works: false, receives: true },
} as const

export type Role = keyof typeof roles
export const roleNames: readonly Role[] = Object.keys(roles) as Role[]

/** Kinds of work beside the kinds of jobs, as WORKER_KINDS names them. */
export const otherWork = {
  /** Messages to other systems. */
  outbox: 'outbox',
  /** Files received objects into their datasets. */
  arrivals: 'arrivals',
  /** Everything that recurs: seals, checks of originals, waiting orders, ended sessions. */
  upkeep: 'upkeep',
} as const
