import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

import type { NewPin } from '#contract/comments'
import type { Point } from '#geometry/point'

/** Comments on the image, as far as the page shows them. */
export interface Commenting {
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** What the comment that is being written is about; null: none is being written. */
  readonly draft: NewPin | null
  readonly setDraft: (pin: NewPin | null) => void
  /** Whether the next click or tap on the photograph is the place that the comment is about. */
  readonly isPlacing: boolean
  readonly setPlacing: (isPlacing: boolean) => void
  /** The thread that the user looks at. */
  readonly thread: number | null
  readonly setThread: (id: number | null) => void
  /** Opens the panel with a form for a comment. */
  readonly begin: (pin: NewPin) => void
  /** The pointer over the canvas, in pixels of the canvas; null elsewhere. */
  readonly pointer: { current: Point | null }
}

/** Name of the address's parameter with the thread to show. */
export const threadParameter = 'thread'

const storedAs = 'comments beside the photograph'

/** The panel stays open from image to image; an address can ask for a thread. */
export function useCommenting(): Commenting {
  const [isOpen, setShown] = useState(() => localStorage.getItem(storedAs) === 'on')
  const [draft, setPin] = useState<NewPin | null>(null)
  const [isPlacing, setPlacing] = useState(false)
  const [thread, setThread] = useState<number | null>(null)
  const pointer = useRef<Point | null>(null)
  const setOpen = useCallback((isToOpen: boolean) => {
    localStorage.setItem(storedAs, isToOpen ? 'on' : 'off')
    setShown(isToOpen)
  }, [])
  const setDraft = useCallback((pin: NewPin | null) => {
    setPin(pin)
    setPlacing(false)
  }, [])
  const begin = useCallback(
    (pin: NewPin) => {
      setDraft(pin)
      setOpen(true)
    },
    [setDraft, setOpen],
  )
  const { key } = useLocation()
  const asked = Number(useSearchParams()[0].get(threadParameter))
  const [answered, setAnswered] = useState<string | null>(null)
  if (asked > 0 && answered !== key) {
    setAnswered(key)
    setThread(asked)
    setShown(true)
  }
  return useMemo(
    () => ({
      isOpen,
      setOpen,
      draft,
      setDraft,
      isPlacing: isPlacing && isOpen,
      setPlacing,
      thread,
      setThread,
      begin,
      pointer,
    }),
    [isOpen, setOpen, draft, setDraft, isPlacing, thread, begin],
  )
}
