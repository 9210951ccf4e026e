import { createContext, use } from 'react'

import type { CommandContext } from './commands/command.ts'
import type { Shortcuts } from './commands/shortcuts.ts'

/** The image, its annotator, and the actions of the page, for every component of the annotator. */
export interface EditorContext extends CommandContext {
  readonly shortcuts: Shortcuts
}

const Context = createContext<EditorContext | null>(null)

export const EditorContextProvider = Context.Provider

/** @throws {Error} outside the annotator */
export function useEditorContext(): EditorContext {
  const context = use(Context)
  if (context === null) throw new Error('There is no annotator around this component.')
  return context
}
