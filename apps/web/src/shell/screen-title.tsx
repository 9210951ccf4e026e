import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * Tells screen readers the title of each new screen: browsers tell it only if they load a page. Titles change
 * later than addresses, because screens are loaded on first use.
 */
export function ScreenTitle() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    // The title of the first screen has been told with the page.
    let shown = document.title
    const observer = new MutationObserver(() => {
      if (document.title === shown) return
      if (shown !== '') setTitle(document.title)
      shown = document.title
    })
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
}
