import { z } from 'zod'

/** Screen that a visitor requested before signing in. */
const Destination = z.object({
  /** Path within this application, with its query. */
  path: z.string().regex(/^\/(?!\/)/u),
  /** The user who was signed in before; null for a new visitor. */
  username: z.string().nullable(),
})
export type Destination = z.infer<typeof Destination>

const State = z.object({ destination: Destination })

/** State that stores the destination in a history entry. */
export function stateOf(destination: Destination): z.infer<typeof State> {
  return { destination }
}

/** The destination in the state of a history entry, or null. */
export function destinationIn(state: unknown): Destination | null {
  return State.safeParse(state).data?.destination ?? null
}
