import { useEffect, useRef } from 'react'

import type { Editor } from '#annotation/editor'
import { type Looks, looksFrom, storedLooks } from '#annotation/looks'

import { useChangePreferences, usePreferences } from '../../../api/preferences.ts'

/** Milliseconds without a change after which the looks are sent. */
const saveAfterMs = 400

/** Shows categories as the user has chosen, and saves changes of that. */
export function useLooks(editor: Editor): void {
  const data = usePreferences()
  const { mutate } = useChangePreferences()
  /** The looks last read or sent; null until the user's are known. */
  const kept = useRef<Looks['categories'] | null>(null)

  useEffect(() => {
    if (data === undefined || kept.current !== null) return
    const categories = looksFrom(data['categories'])
    kept.current = categories
    const { document, hidden, looks } = editor.state
    const unseen = [...document.annotations.values()].filter(
      ({ categoryId }) => categories.get(categoryId)?.isHidden === true,
    )
    editor.setView({
      looks: { ...looks, categories },
      ...(unseen.length > 0 && { hidden: new Set([...hidden, ...unseen.map(({ id }) => id)]) }),
    })
  }, [editor, data])

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      const { categories } = editor.state.looks
      if (kept.current === null || categories === kept.current) return
      kept.current = categories
      mutate({ categories: storedLooks(categories) })
    }
    const unsubscribe = editor.subscribe(({ before, state }) => {
      if (state.looks.categories === before.looks.categories) return
      clearTimeout(waiting)
      waiting = setTimeout(save, saveAfterMs)
    })
    return () => {
      unsubscribe()
      clearTimeout(waiting)
      save()
    }
  }, [editor, mutate])
}
