import type { ModelFolder, UsableModel } from '#contract/models'
import { tell } from '#contract/messages/message'

import type { Translation } from '../../platform/models/manifest.ts'
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
  const korean = model.manifest.translations?.ko
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
    ko: korean === undefined ? null : presentTranslation(korean),
  }
}

function presentTranslation({ name, intendedUse, limits }: Translation): UsableModel['ko'] {
  return { name, intended_use: intendedUse, limits }
}
