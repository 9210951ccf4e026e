import { message } from '#contract/messages/message'
import {
  allRights,
  includes,
  type GivenRole,
  type Right,
  type Role,
  type Standing,
} from '#contract/roles'

import { includesRight, scopeOfRight } from '#contract/scopes'

import type { Actor } from '../../platform/http/actor.ts'
import { missingScope } from '../../platform/http/authorization.ts'
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

/** Whether a program may use the right by its token; true for people. */
export function isInToken({ token }: Pick<Actor, 'token'>, right: Right): boolean {
  return token === undefined || includesRight(token.scopes, right)
}

/** Standings that an actor has in every dataset. If sign-in is switched off, everybody administers. */
export function standingsEverywhere(actor: Actor): Standing[] {
  const administers = actor.isAdmin || actor.anonymous || actor.token?.isOfAdmin
  return administers ? ['administrator'] : []
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
  return possible.filter((right) => includes(right, held) && isInToken(actor, right))
}

/** The refusal of somebody who may see the object, but whose role does not include the right. */
export function missingRight(actor: Actor): Problem {
  const { anonymous, needs } = actor
  const scope = scopeOfRight(needs)
  if (scope !== null && !isInToken(actor, needs)) return missingScope(scope)
  // Without sign-in, everything but a review can be done.
  return anonymous
    ? new Problem('login_disabled', message('reviews.nobody'))
    : new Problem('missing_right', message(`rights.${needs}`))
}

/** @throws {Problem} not_possible_now for made-up patients: no other system may hear of them */
export function refuseExample({ is_example: isExample }: { readonly is_example: boolean }): void {
  if (isExample) throw new Problem('not_possible_now', message('exampleClinic.isolated'))
}
