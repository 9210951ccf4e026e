import type { Actor } from '../../platform/http/actor.ts'

/** Changing and deleting: the creator's and an admin's. */
export const categoryPolicy = {
  change: (actor: Actor, category: { creator_id: number | null }): boolean =>
    actor.isAdmin || actor.anonymous || (actor.id !== null && actor.id === category.creator_id),
}
