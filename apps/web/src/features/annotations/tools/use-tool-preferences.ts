import { useEffect, useRef } from 'react'

import type { Editor } from '#annotation/editor'
import { preferencesFrom, storedPreferences } from '#annotation/preferences'
import type { Preferences } from '#annotation/view'

import { useChangePreferences, usePreferences } from '../../../api/preferences.ts'

/** Milliseconds without a change after which the settings are sent. */
const saveAfterMs = 400

/** Applies the user's tool settings, and saves changes of them. */
export function useToolPreferences(editor: Editor): void {
  const data = usePreferences()
  const { mutate } = useChangePreferences()
  /** The settings last read or sent; null until the user's settings are known. */
  const kept = useRef<string | null>(null)

  useEffect(() => {
    if (data === undefined) return
    const isEdited = kept.current !== null && kept.current !== textOf(editor.state.preferences)
    if (isEdited) return
    const stored = preferencesFrom(data['tools'])
    kept.current = textOf(stored)
    editor.setView({ preferences: stored })
  }, [editor, data])

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      const text = textOf(editor.state.preferences)
      if (kept.current === null || text === kept.current) return
      kept.current = text
      mutate({ tools: storedPreferences(editor.state.preferences) })
    }
    const unsubscribe = editor.subscribe(({ before, state }) => {
      if (state.preferences === before.preferences) return
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

function textOf(chosen: Preferences): string {
  return JSON.stringify(storedPreferences(chosen))
}
