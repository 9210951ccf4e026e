import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'

interface Help {
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** The element in the open help panel that shows the parts of the current screen. */
  readonly slot: HTMLElement | null
  readonly setSlot: (slot: HTMLElement | null) => void
}

const HelpContext = createContext<Help>({
  isOpen: false,
  setOpen: () => undefined,
  slot: null,
  setSlot: () => undefined,
})

/** Elements in which `?` is text. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Lets every screen open the help panel; the key `?` opens it, except while the user types. */
export function HelpProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const help = useMemo(() => ({ isOpen, setOpen, slot, setSlot }), [isOpen, slot])
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (!isHelpKey(event) || event.defaultPrevented || isTyping(event)) return
      // The key belongs to the topmost dialog.
      if (document.querySelector('[aria-modal=true]') !== null) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', down)
    return () => removeEventListener('keydown', down)
  }, [])
  return <HelpContext value={help}>{children}</HelpContext>
}

export function useHelp(): Help {
  return use(HelpContext)
}

/** Adds a part to the help panel while the screen that renders it is shown. */
export function HelpPart({ children }: { children: ReactNode }) {
  const { slot } = useHelp()
  return slot === null ? null : createPortal(children, slot)
}

/** An input method, such as the Korean one, may consume the press and leave only the code of the key. */
function isHelpKey({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false
  return key === '?' || (key === 'Process' && code === 'Slash' && shiftKey)
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(typing) !== null
}
