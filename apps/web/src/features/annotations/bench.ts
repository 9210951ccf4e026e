import { createContext, use } from 'react'

import type { CommandContext } from './commands/command.ts'

const Bench = createContext<CommandContext | null>(null)

export const BenchProvider = Bench.Provider

/** What is on the annotator's bench: the image, its annotator, what the page can do. */
export function useBench(): CommandContext {
  const bench = use(Bench)
  if (bench === null) throw new Error('There is no annotator around this component.')
  return bench
}
