import type { ModelFolder, UsableModel } from '#contract/models'
import { tell } from '#contract/messages/message'

import type { ModelState } from '../../platform/models/models.ts'

export function presentModelFolder(state: ModelState): ModelFolder {
  const { id, isShipped, refused } = state
  return {
    id,
    is_shipped: isShipped,
    model: presentModel(state),
    refused: refused === null ? null : tell(refused),
  }
}

/** Null if the folder has no usable network. */
export function presentModel({ isShipped, model }: ModelState): UsableModel | null {
  if (model === null) return null
  const { id, name, version, role, sha256, licence, regulatory, intendedUse, limits } =
    model.manifest
  return {
    id,
    name,
    version,
    role,
    is_shipped: isShipped,
    sha256,
    licence,
    regulatory,
    intended_use: intendedUse,
    limits,
  }
}
