import { useMemo } from 'react'

import { type Endpoint, neededRight } from '#contract/endpoint'
import { allRights, includes, type Right } from '#contract/roles'

import { useCurrentDataset } from './current-dataset.ts'
import { useViewer } from './viewer.ts'

/** A right in a dataset, or a call that needs one. */
export type Need = Right | Pick<Endpoint, 'access'>

/** Whether somebody has a right in a dataset, or may make a call about it. */
export type May = (need: Need) => boolean

export function mayWith(rights: readonly Right[]): May {
  return (need) => rights.includes(rightOf(need))
}

export function rightOf(need: Need): Right {
  return typeof need === 'string' ? need : neededRight(need)
}

const ofAdministrators = allRights.filter((right) => includes(right, ['administrator']))
const none: readonly Right[] = []

/**
 * What the viewer may do in the dataset of the screen. On screens of no dataset, only administrators
 * may do anything to one.
 */
export function useMay(): May {
  const dataset = useCurrentDataset()
  const isAdmin = useViewer()?.is_admin === true
  const rights = dataset?.rights ?? (isAdmin ? ofAdministrators : none)
  return useMemo(() => mayWith(rights), [rights])
}
