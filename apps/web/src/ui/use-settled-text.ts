import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const pauseMs = 300

/** A text that is reported when typing pauses, or immediately with `tell`. Follows changes from outside. */
export function useSettledText(value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState(value)
  const told = useRef(value)
  const tell = (text: string) => {
    if (text === told.current) return
    told.current = text
    onChange(text)
  }
  const tellSoon = useDebouncedCallback(tell, pauseMs)
  const { cancel } = tellSoon
  useEffect(() => {
    // Only for changes from outside, not for text typed here.
    if (value === told.current) return
    told.current = value
    // Drop text that was typed just before.
    cancel()
    setDraft(value)
  }, [value, cancel])
  const type = (text: string) => {
    setDraft(text)
    tellSoon(text)
  }
  return { draft, type, tell }
}
