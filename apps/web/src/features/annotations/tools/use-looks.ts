import { useEffect, useEffectEvent, useRef } from 'react'

import { namesLater } from '#annotation/carried-work'
import type { AnnotationId } from '#annotation/document'
import type { EditorState } from '#annotation/editor-state'
import {
  changesBetween,
  hiddenWith,
  type LookChanges,
  type Looks,
  usualLooks,
  withChanges,
} from '#annotation/looks'
import type { SaveLedger } from '#annotation/save'

import { useChangePreferences, usePreferences } from '../../../api/preferences.ts'
import type { Annotator } from '../annotator.ts'
import { idOnServer } from '../wire.ts'
import { keepable, looksPatch, storedLooks } from './image-looks.ts'

/** Milliseconds without a change after which the looks are sent. */
const saveAfterMs = 400

/** Shows categories and annotations of an image as the user has chosen, and saves changes of that. */
export function useLooks({ editor, saving }: Annotator, image: number): void {
  const data = usePreferences()
  const { patch } = useChangePreferences()
  /** The looks last read or sent, under the ids that the annotations will have. */
  const known = useRef(usualLooks)

  useEffect(() => {
    if (data === undefined) return
    const stored = storedLooks(data, image)
    const looks = withOthers(editor.state, saving.ledger, known.current, stored)
    known.current = stored
    if (looks !== editor.state.looks) {
      editor.setView({ looks, hidden: hiddenWith(editor.state, looks) })
    }
  }, [editor, saving, image, data])

  const save = useEffectEvent(() => {
    const before = known.current
    known.current = looksToKeep(editor.state, saving.ledger)
    patch(looksPatch(data ?? {}, image, before, known.current))
  })

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const saveSoon = () => {
      clearTimeout(waiting)
      waiting = setTimeout(save, saveAfterMs)
    }
    const unsubscribe = editor.subscribe(({ before, state }) => {
      const isOther = state.document.annotations !== before.document.annotations
      const affects = isOther && state.looks.annotations.size > 0
      if (state.looks !== before.looks || affects) saveSoon()
    })
    // An annotation that the server has saved gets its id.
    const unsubscribeSaving = saving.subscribe(() => {
      if (editor.state.looks.annotations.size > 0) saveSoon()
    })
    return () => {
      unsubscribe()
      unsubscribeSaving()
      clearTimeout(waiting)
      save()
    }
  }, [editor, saving])
}

/**
 * The looks under the ids that the annotations will have. Those of unknown annotations stay: another window
 * may have made them, and undo may bring them back.
 */
function looksToKeep({ looks }: EditorState, ledger: SaveLedger): Looks {
  const nameOf = namesLater(ledger, idOnServer)
  const annotations = new Map(Array.from(looks.annotations, ([id, look]) => [nameOf(id), look]))
  return keepable({ categories: looks.categories, annotations })
}

/** The looks here with the changes of other windows; the same if there are none. */
function withOthers(
  { looks, document }: EditorState,
  ledger: SaveLedger,
  before: Looks,
  stored: Looks,
): Looks {
  const categories = changesBetween(before.categories, stored.categories)
  const annotations = changesBetween(before.annotations, stored.annotations)
  if (categories.size + annotations.size === 0) return looks
  const nameOf = namesLater(ledger, idOnServer)
  const ids = new Map(Array.from(document.annotations.keys(), (id) => [nameOf(id), id]))
  const here: LookChanges<AnnotationId> = new Map(
    Array.from(annotations, ([name, change]) => [ids.get(name) ?? name, change]),
  )
  return {
    categories: withChanges(looks.categories, categories),
    annotations: withChanges(looks.annotations, here),
  }
}
