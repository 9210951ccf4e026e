import type { SetName, Use } from './cases.ts'

/** Display names of the photographs' uses. */
export const useInWords: Readonly<Record<Use, string>> = {
  'measure-only': 'never seen',
  'hold-out': 'held out',
  train: 'trained on',
}

interface Member {
  readonly set: SetName
  readonly use: Use
}

export interface Group<M extends Member> extends Member {
  readonly members: readonly M[]
}

const sets: readonly SetName[] = ['DRIVE', 'HRF', 'CHASE_DB1', 'LES-AV', 'IDRiD']
const uses: readonly Use[] = ['measure-only', 'hold-out', 'train']

/** By set and use, photographs not used in training first. */
export function groupsOf<M extends Member>(members: readonly M[]): Group<M>[] {
  const groups = uses.flatMap((use) =>
    sets.map((set) => ({
      set,
      use,
      members: members.filter((member) => member.set === set && member.use === use),
    })),
  )
  return groups.filter((group) => group.members.length > 0)
}
