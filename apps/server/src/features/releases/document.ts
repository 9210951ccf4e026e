import { z } from 'zod'

import type { CocoCategory, CocoInfo, CocoLicense } from '#coco/document'
import { DatasetField } from '#contract/fields/field'

/** What all images of a release share, as it was when the release was made. */
export interface ReleaseDocument {
  readonly info: CocoInfo
  readonly licenses: readonly CocoLicense[]
  readonly categories: readonly CocoCategory[]
  readonly fields: readonly DatasetField[]
  /** The networks behind the measures, with their versions. */
  readonly models: readonly string[]
  /** Name and version of the program. */
  readonly software: string
}

const Kept = z.object({
  info: z.custom<CocoInfo>(),
  licenses: z.array(z.custom<CocoLicense>()),
  categories: z.array(z.custom<CocoCategory>()),
  fields: z.array(DatasetField),
  models: z.array(z.string()),
  software: z.string(),
})

/** The document of a release's row. */
export function readDocument(kept: unknown): ReleaseDocument {
  return Kept.parse(kept)
}
