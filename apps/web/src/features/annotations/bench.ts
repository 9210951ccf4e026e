import { createContext, use } from 'react'

import type { CommandContext } from './commands/command.ts'
import type { Shortcuts } from './commands/shortcuts.ts'

/** What is on the annotator's bench: the image, its annotator, what the page can do. */
export interface Bench extends CommandContext {
  readonly shortcuts: Shortcuts
}

const BenchContext = createContext<Bench | null>(null)

export const BenchProvider = BenchContext.Provider

/** @throws {Error} outside of the annotator */
export function useBench(): Bench {
  const bench = use(BenchContext)
  if (bench === null) throw new Error('There is no annotator around this component.')
  return bench
}
