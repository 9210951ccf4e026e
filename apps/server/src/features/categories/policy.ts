import type { Actor } from '../../platform/http/actor.ts'

/** Only the creator and administrators may change and delete. */
export const categoryPolicy = {
  change: (actor: Actor, category: { creator_id: number | null }): boolean =>
    actor.isAdmin || actor.anonymous || (actor.id !== null && actor.id === category.creator_id),
}
