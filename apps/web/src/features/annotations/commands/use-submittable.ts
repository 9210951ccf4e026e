import { useCallback, useRef } from 'react'

/** The function that submits the viewer's case at the image, while there is one to submit. */
export function useSubmittable() {
  const submit = useRef<(() => void) | null>(null)
  const setSubmittable = useCallback((given: (() => void) | null) => {
    submit.current = given
  }, [])
  const submitCase = useCallback(() => {
    submit.current?.()
    return submit.current !== null
  }, [])
  return { setSubmittable, submitCase }
}
