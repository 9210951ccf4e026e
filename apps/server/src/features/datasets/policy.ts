import type { Actor } from '../../platform/http/actor.ts'

interface Owned {
  readonly owner_id: number | null
}

function isOwner(actor: Actor, dataset: Owned): boolean {
  return actor.id !== null && actor.id === dataset.owner_id
}

/**
 * What one may do with a dataset that one is a member of: those who are not never get so far,
 * because the queries do not find it for them.
 */
export const datasetPolicy = {
  share: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
  /** To say as a clinician whether an analysis is right. */
  review: (actor: Actor, dataset: Owned & { readonly is_clinician: boolean }): boolean =>
    isOwner(actor, dataset) || dataset.is_clinician,
  configure: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
  resetMetadata: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
  /** To take data out of the house that say whose they are. */
  identify: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
  delete: (actor: Actor, dataset: Owned): boolean =>
    isOwner(actor, dataset) || actor.isAdmin || actor.anonymous,
}
