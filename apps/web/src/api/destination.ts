import { useLocation } from 'react-router'
import { z } from 'zod'

/** Screen that a visitor asked for and that needed signing in. */
const Destination = z.object({
  /** Path within this application, with its query. */
  path: z.string().regex(/^\/(?!\/)/u),
  /** Who was signed in until then; null for a new visitor. */
  username: z.string().nullable(),
})
export type Destination = z.infer<typeof Destination>

const State = z.object({ destination: Destination })

/** State of a history entry that keeps the destination. */
export function stateOf(destination: Destination): z.infer<typeof State> {
  return { destination }
}

/** The destination that the current history entry keeps, or null. */
export function useDestination(): Destination | null {
  return State.safeParse(useLocation().state).data?.destination ?? null
}
