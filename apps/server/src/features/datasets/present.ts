import type { Dataset } from '#contract/datasets'
import type { Metadata } from '#contract/primitives'

import type { Actor } from '../../platform/http/actor.ts'
import { rightsIn, roleIn } from './policy.ts'
import {
  fhirSendingOf,
  micsSettingsOf,
  pacsSettingsOf,
  scaleRulesOf,
  type ListedDataset,
} from './queries.ts'
import { sealedPasswordOf } from './sealed-passwords.ts'

export function presentDataset(row: ListedDataset, actor: Actor): Dataset {
  const rights = rightsIn(actor, row)
  return {
    id: row.id,
    name: row.name,
    owner: row.owner ?? '',
    permissions: {
      owner: rights.includes('share'),
      delete: rights.includes('delete'),
      review: rights.includes('review'),
    },
    role: roleIn(actor, row),
    emergency_until: row.emergency_until?.toISOString() ?? null,
    rights,
    default_annotation_metadata: row.default_annotation_metadata as Metadata,
    categories: row.category_ids,
    users: row.members,
    numberImages: row.image_count ?? 0,
    numberAnnotated: row.annotated_count ?? 0,
    first_image_id: row.first_image_id,
    clinical: row.study_id !== null,
    bearsIdentity: row.person_id !== null,
    annotate_url: row.annotate_url,
    example: row.is_example,
    settings: {
      PACS: {
        ...pacsSettingsOf(row),
        WEBPASSWORDSET: sealedPasswordOf(row, 'PACS') !== undefined,
      },
      MICS: {
        ...micsSettingsOf(row),
        PASSWORDSET: sealedPasswordOf(row, 'MICS') !== undefined,
      },
      FHIR: fhirSendingOf(row),
      SCALES: scaleRulesOf(row),
    },
  }
}
