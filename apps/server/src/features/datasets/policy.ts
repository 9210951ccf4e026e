import { message } from '#contract/messages/message'
import {
  allRights,
  includes,
  type GivenRole,
  type Right,
  type Role,
  type Standing,
} from '#contract/roles'

import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'

interface Placed {
  readonly owner_id: number | null
  /** The source of a blinded reader's copies; null for every other dataset. */
  readonly reading_of: number | null
  /** The role that the owner has given to the actor, if any. */
  readonly role: GivenRole | null
}

/** All that can be done to a blinded reader's copies: they are not sent, shared or reconfigured. */
export const readingRights: readonly Right[] = ['view', 'annotate']

/** Standings that an actor has in every dataset. If sign-in is switched off, everybody administers. */
export function standingsEverywhere(actor: Actor): Standing[] {
  return actor.isAdmin || actor.anonymous ? ['administrator'] : []
}

/** The actor's role in a dataset; null for administrators with whom it is not shared. */
export function roleIn(
  actor: Actor,
  { owner_id: owner, role }: Pick<Placed, 'owner_id' | 'role'>,
): Role | null {
  return actor.id !== null && actor.id === owner ? 'owner' : role
}

/** The actor's rights in a dataset. */
export function rightsIn(actor: Actor, dataset: Placed): Right[] {
  const held = [...standingsEverywhere(actor), roleIn(actor, dataset) ?? []].flat()
  const possible = dataset.reading_of === null ? allRights : readingRights
  return possible.filter((right) => includes(right, held))
}

/** The refusal of somebody who may see the object, but whose role does not include the right. */
export function missingRight({ anonymous, needs }: Actor): Problem {
  // Without sign-in, everything but a review can be done.
  return anonymous
    ? new Problem('login_disabled', message('reviews.nobody'))
    : new Problem('missing_right', message(`rights.${needs}`))
}

/** @throws {Problem} not_possible_now for made-up patients: no other system may hear of them */
export function refuseExample({ is_example: isExample }: { readonly is_example: boolean }): void {
  if (isExample) throw new Problem('not_possible_now', message('exampleClinic.isolated'))
}
