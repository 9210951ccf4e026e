import { message } from '#contract/messages/message'

import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'

interface Owned {
  readonly owner_id: number | null
}

function isOwner(actor: Actor, dataset: Owned): boolean {
  return actor.id !== null && actor.id === dataset.owner_id
}

/**
 * The permissions of a dataset's members. Others never get this far, because the queries do not
 * find the dataset for them.
 */
export const datasetPolicy = {
  share: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
  /** Whether they may review analyses as a clinician. */
  review: (actor: Actor, dataset: Owned & { readonly is_clinician: boolean }): boolean =>
    isOwner(actor, dataset) || dataset.is_clinician,
  configure: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
  resetMetadata: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
  /** Whether they may export data that identify patients. */
  identify: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
  delete: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
}

/** @throws {Problem} not_possible_now for made-up patients: no other system may hear of them */
export function refuseExample({ is_example: isExample }: { readonly is_example: boolean }): void {
  if (isExample) throw new Problem('not_possible_now', message('exampleClinic.isolated'))
}
