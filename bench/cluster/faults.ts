import type { Cluster } from './cluster.ts'
import type { Part } from './part.ts'

/** A way in which parts of the cluster fail. */
export interface Fault {
  readonly name: string
  /** Those that fail in a round. */
  parts(cluster: Cluster, round: number): Promise<readonly Part[]>
  /** Until they are started again: `RestartSec` of a service, or a machine that stays away. */
  readonly awaySeconds: number
  /** The longest that a reader may wait. */
  readonly limitSeconds: number
}

const turn = (parts: readonly Part[], round: number): readonly Part[] =>
  parts.slice(round % parts.length).slice(0, 1)

export const faults: readonly Fault[] = [
  {
    name: 'nothing, for comparison',
    parts: async () => [],
    awaySeconds: 20,
    limitSeconds: 15,
  },
  {
    name: 'web process',
    parts: async ({ web }, round) => turn(web, round),
    awaySeconds: 5,
    limitSeconds: 15,
  },
  {
    name: 'worker',
    parts: async ({ workers }, round) => turn(workers, round),
    awaySeconds: 5,
    limitSeconds: 15,
  },
  {
    name: 'DICOM receiver',
    parts: async ({ receivers }, round) => turn(receivers, round),
    awaySeconds: 5,
    limitSeconds: 15,
  },
  {
    name: 'PostgreSQL of the primary',
    parts: async ({ database }) => [(await database.primary()).postgres],
    awaySeconds: 0,
    limitSeconds: 15,
  },
  {
    name: 'PostgreSQL and Patroni of the primary',
    parts: async ({ database }) => [(await database.primary()).machine],
    awaySeconds: 50,
    limitSeconds: 45,
  },
  {
    name: 'object store',
    parts: async ({ store }) => [store],
    awaySeconds: 5,
    limitSeconds: 15,
  },
  {
    name: 'balancer',
    parts: async ({ balancer }) => [balancer],
    awaySeconds: 2,
    limitSeconds: 15,
  },
  {
    name: 'stalled: a web process to the database',
    parts: async ({ webToDatabase }) => [webToDatabase],
    awaySeconds: 30,
    limitSeconds: 15,
  },
  {
    name: 'stalled: a worker to the database',
    parts: async ({ workerToDatabase }) => [workerToDatabase],
    awaySeconds: 30,
    limitSeconds: 15,
  },
  {
    name: 'stalled: all to the object store',
    parts: async ({ toStore }) => [toStore],
    awaySeconds: 20,
    limitSeconds: 45,
  },
]
