import { useState } from 'react'

type Fields = Readonly<Record<string, string>>

interface FieldProps {
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** Values of a form's text fields, and the properties that bind an input to one. */
export function useFields<F extends Fields>(initial: F) {
  const [fields, setFields] = useState(initial)
  const field = (name: keyof F): FieldProps => ({
    value: fields[name] ?? '',
    onChange: (event) => {
      const { value } = event.currentTarget
      setFields((current) => ({ ...current, [name]: value }))
    },
  })
  return { fields, field, reset: () => setFields(initial) }
}
