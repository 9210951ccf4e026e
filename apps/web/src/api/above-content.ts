import { useIsFetching } from '@tanstack/react-query'

/** Marks a query of a panel above the content of a page. */
export const aboveContent = { isAboveContent: true } as const

/**
 * Whether such a panel is loading for the first time. The content waits for it, because it would move
 * away from the pointer when the panel comes.
 */
export function useIsPanelComing(): boolean {
  const coming = useIsFetching({
    predicate: ({ meta, state }) => meta?.['isAboveContent'] === true && state.status === 'pending',
  })
  return coming > 0
}
