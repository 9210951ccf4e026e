import {
  createContext,
  type Dispatch,
  type RefObject,
  type SetStateAction,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import { useChangePreferences, usePreferences } from '../../../api/preferences.ts'
import type { Stage } from '../../../canvas/stage.ts'
import {
  type ImageSettings,
  imageSettingsFrom,
  originalView,
  sameSettings,
  viewOf,
} from './image-settings.ts'

/** Milliseconds without a change after which the settings are sent. */
const saveAfterMs = 400

export interface ImageSettingsState {
  readonly settings: ImageSettings
  readonly isOriginal: boolean
  readonly change: (changes: Partial<ImageSettings>) => void
  readonly reset: () => void
  readonly isOpen: boolean
  readonly setOpen: Dispatch<SetStateAction<boolean>>
  /** The button that opens and closes them. */
  readonly button: RefObject<HTMLButtonElement | null>
}

const ImageSettingsContext = createContext<ImageSettingsState | null>(null)

export const ImageSettingsProvider = ImageSettingsContext.Provider

/** The current image settings, within the annotator. */
export function useImageSettings(): ImageSettingsState {
  const state = use(ImageSettingsContext)
  if (state === null) throw new Error('There is no annotator around this component.')
  return state
}

/** Applies the user's image settings, and saves changes of them. */
export function useImageSettingsOf(stage: Stage): ImageSettingsState {
  const data = usePreferences()
  /** Settings chosen here; null until the user changes one. */
  const [chosen, setChosen] = useState<ImageSettings | null>(null)
  const stored = data?.['image']
  const saved = useMemo(() => imageSettingsFrom(stored), [stored])
  const settings = chosen ?? saved
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeep(chosen)

  useEffect(() => {
    stage.setView(viewOf(settings))
    stage.setAnnotationOpacity(settings.annotationOpacity / 100)
  }, [stage, settings])
  return useMemo(
    () => ({
      settings,
      isOriginal: sameSettings(settings, originalView),
      change: (changes) => setChosen({ ...settings, ...changes }),
      reset: () => setChosen(originalView),
      isOpen,
      setOpen,
      button,
    }),
    [settings, isOpen],
  )
}

/** Sends the settings after a pause, at the latest when the user leaves the annotator. */
function useKeep(chosen: ImageSettings | null): void {
  const { mutate } = useChangePreferences()
  const unsent = useRef<ImageSettings | null>(null)
  useEffect(() => {
    if (chosen === null) return undefined
    unsent.current = chosen
    const waiting = setTimeout(() => {
      unsent.current = null
      mutate({ image: chosen })
    }, saveAfterMs)
    return () => clearTimeout(waiting)
  }, [chosen, mutate])
  useEffect(
    () => () => {
      if (unsent.current !== null) mutate({ image: unsent.current })
    },
    [mutate],
  )
}
