import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

interface FilterTextProps {
  label: string
  value: string
  onChange: (value: string) => void
}

const pauseMs = 300

/** A text that filters once typing pauses, or at once with Enter. */
export function FilterText({ label, value, onChange }: FilterTextProps) {
  const [draft, setDraft] = useState(value)
  const told = useRef(value)
  const tell = (text: string) => {
    if (text === told.current) return
    told.current = text
    onChange(text)
  }
  const tellSoon = useDebouncedCallback(tell, pauseMs)
  useEffect(() => {
    // Changed from outside, not by what was typed here.
    if (value === told.current) return
    told.current = value
    setDraft(value)
  }, [value])
  return (
    <TextInput
      label={label}
      value={draft}
      maxLength={200}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        tellSoon(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(draft)
      }}
    />
  )
}
