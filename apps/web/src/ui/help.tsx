import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

import { type Keys, keysOf } from './keys.ts'
import { isDialogOpen } from './open-dialogs.ts'

/** The keys that open the help, unless the user has chosen others. */
export const usualHelpKeys: readonly Keys[] = ['?']

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

/** Elements in which keys type text. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

interface HelpProviderProps {
  keys: readonly Keys[]
  children: ReactNode
}

/** Lets every screen open the help panel; the keys open it, except while the user types. */
export function HelpProvider({ keys, children }: HelpProviderProps) {
  const [isOpen, setOpen] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const help = useMemo(() => ({ isOpen, setOpen, slot, setSlot }), [isOpen, slot])
  const isHelp = useEffectEvent((event: KeyboardEvent) => keys.includes(keysOf(event) ?? ''))
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event) || !isHelp(event)) return
      // The key belongs to the topmost dialog.
      if (isDialogOpen()) return
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

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(typing) !== null
}
