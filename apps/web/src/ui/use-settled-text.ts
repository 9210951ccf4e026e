import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const pauseMs = 300

/** A text that is told once typing pauses, or at once by `tell`; follows changes from outside. */
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
    // Changed from outside, not by what was typed here.
    if (value === told.current) return
    told.current = value
    // What was typed just before is not told afterwards.
    cancel()
    setDraft(value)
  }, [value, cancel])
  const type = (text: string) => {
    setDraft(text)
    tellSoon(text)
  }
  return { draft, type, tell }
}
