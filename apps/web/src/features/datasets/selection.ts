import { useCallback, useState } from 'react'

import { saveAnnotatorData } from '#contract/annotations'
import { startExport } from '#contract/exports'
import { deleteImage } from '#contract/images'
import { referImage } from '#contract/mics'

import { useMay } from '../../api/rights.ts'

/** The calls that can be made for chosen images. */
const actions = [referImage, saveAnnotatorData, startExport, deleteImage]

/** The chosen ids, and the last one that was chosen or not, from which a range starts. */
export interface Choice {
  readonly ids: ReadonlySet<number>
  readonly last: number | null
}

export const noChoice: Choice = { ids: new Set(), last: null }

/**
 * After a click on an item of a list. With shift, all items from the last click to this one become as
 * this one.
 */
export function toggled(
  { ids, last }: Choice,
  listed: readonly number[],
  { id, withShift }: { id: number; withShift: boolean },
): Choice {
  const isChosen = !ids.has(id)
  const from = withShift && last !== null ? listed.indexOf(last) : -1
  const to = listed.indexOf(id)
  const changed = from < 0 ? [id] : listed.slice(Math.min(from, to), Math.max(from, to) + 1)
  const others = [...ids].filter((each) => !changed.includes(each))
  return { ids: new Set(isChosen ? [...others, ...changed] : others), last: id }
}

/** Items of a page that the user has chosen, to act on all of them. */
export interface Selection<Item> {
  /** Whether the viewer may do anything with chosen items. */
  readonly isOffered: boolean
  readonly chosen: readonly Item[]
  readonly has: (id: number) => boolean
  /** Keeps its identity while the items do. */
  readonly toggle: (id: number, withShift: boolean) => void
  /** Chooses all items of the page, or none. */
  readonly setAll: (isChosen: boolean) => void
}

/** Items that leave the page are no longer chosen: nobody acts on items that they do not see. */
export function useSelection<Item extends { readonly id: number }>(
  items: readonly Item[],
): Selection<Item> {
  const may = useMay()
  const [choice, setChoice] = useState(noChoice)
  const chosen = items.filter(({ id }) => choice.ids.has(id))
  const ids = new Set(chosen.map(({ id }) => id))
  const toggle = useCallback(
    (id: number, withShift: boolean) => {
      const listed = idsOf(items)
      setChoice((current) => toggled(within(current, listed), listed, { id, withShift }))
    },
    [items],
  )
  return {
    isOffered: actions.some(may),
    chosen,
    has: (id) => ids.has(id),
    toggle,
    setAll: (isChosen) =>
      setChoice(isChosen ? { ids: new Set(idsOf(items)), last: null } : noChoice),
  }
}

function idsOf(items: readonly { readonly id: number }[]): number[] {
  return items.map(({ id }) => id)
}

function within({ ids, last }: Choice, listed: readonly number[]): Choice {
  return { ids: new Set(listed.filter((id) => ids.has(id))), last }
}
