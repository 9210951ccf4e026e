import { useState } from 'react'

import { useViewer } from '../../api/viewer.ts'

/**
 * The next steps that the viewer is writing about an image, null if they have typed nothing. They
 * survive a reload of the page; signing out clears the storage of the session.
 */
export function useDraft(imageId: number): [string | null, (draft: string | null) => void] {
  const viewer = useViewer()
  const key = `next-steps of ${viewer?.username ?? ''} about ${imageId}`
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key))
  const keep = (text: string | null) => {
    setDraft(text)
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  }
  return [draft, keep]
}
