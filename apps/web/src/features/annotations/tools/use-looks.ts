import { useEffect, useEffectEvent, useRef } from 'react'

import { namesLater } from '#annotation/carried-work'
import type { EditorState } from '#annotation/editor-state'
import { hiddenBy, type Looks, looksFrom, storedLooks } from '#annotation/looks'
import type { SaveLedger } from '#annotation/save'

import { useChangePreferences, usePreferences } from '../../../api/preferences.ts'
import type { Annotator } from '../annotator.ts'
import { idOnServer } from '../wire.ts'
import { imageLooksFrom, withImageLooks } from './image-looks.ts'

/** Milliseconds without a change after which the looks are sent. */
const saveAfterMs = 400

/** The looks last read or sent, as text. */
interface Kept {
  categories: string
  annotations: string
}

/** Shows categories and annotations of an image as the user has chosen, and saves changes of that. */
export function useLooks({ editor, saving }: Annotator, image: number): void {
  const data = usePreferences()
  const { mutate } = useChangePreferences()
  /** Null until the user's looks are known. */
  const kept = useRef<Kept | null>(null)

  useEffect(() => {
    if (data === undefined || kept.current !== null) return
    const looks = {
      categories: looksFrom(data['categories']),
      annotations: imageLooksFrom(data['looks'], image),
    }
    kept.current = textsOf(looks)
    const hidden = hiddenBy(looks, editor.state.document)
    editor.setView({
      looks,
      ...(hidden.size > 0 && { hidden: new Set([...editor.state.hidden, ...hidden]) }),
    })
  }, [editor, image, data])

  const save = useEffectEvent(() => {
    if (kept.current === null) return
    const looks = looksToKeep(editor.state, saving.ledger)
    const [before, now] = [kept.current, textsOf(looks)]
    kept.current = now
    if (now.categories !== before.categories) mutate({ categories: storedLooks(looks.categories) })
    if (now.annotations !== before.annotations) {
      mutate({ looks: withImageLooks(data?.['looks'], image, looks.annotations) })
    }
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

/** The looks under the ids that the annotations will have, without those of deleted ones. */
function looksToKeep({ looks, document }: EditorState, ledger: SaveLedger): Looks {
  const nameOf = namesLater(ledger, idOnServer)
  const standing = [...looks.annotations].filter(([id]) => document.annotations.has(id))
  const annotations = new Map(standing.map(([id, look]) => [nameOf(id), look]))
  return { categories: looks.categories, annotations }
}

function textsOf({ categories, annotations }: Looks): Kept {
  return {
    categories: JSON.stringify(storedLooks(categories)),
    annotations: JSON.stringify(storedLooks(annotations)),
  }
}
