import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { Id, idParams, Instant, printable, StartedTask, Success } from './primitives.ts'

/** How a release has its images: PNG of a size, files as received, or de-identified DICOM files. */
export const releaseImages = ['png', 'original', 'deidentified'] as const
export type ReleaseImages = (typeof releaseImages)[number]

/** What a release has beside images, their table, checksums and data sheet. */
export const releaseContents = [
  'coco',
  'yolo-segment',
  'yolo-detect',
  'masks',
  'tiff',
  'parquet',
] as const
export type ReleaseContent = (typeof releaseContents)[number]

/** Percentages of the patients. */
const ReleaseShares = z
  .strictObject({
    train: z.int().min(0).max(100),
    validation: z.int().min(0).max(100),
    test: z.int().min(0).max(100),
  })
  .refine(({ train, validation, test }) => train + validation + test === 100, {
    ...saying(message('releases.sharesSum')),
  })

const line = z.string().trim().max(200).regex(printable)
const text = z.string().trim().max(5000)

/** Choices that decide what a release holds. */
export const ReleasePlan = z.strictObject({
  images: z.enum(releaseImages).default('png'),
  /** Pixels of the longer side of a PNG; smaller images keep their size. */
  longest_side: z.int().min(64).max(8192).default(1024),
  contents: z
    .array(z.enum(releaseContents))
    .refine((all) => new Set(all).size === all.length, saying(message('releases.contentOnlyOnce')))
    .default(['coco']),
  shares: ReleaseShares.default({ train: 70, validation: 10, test: 20 }),
  /** Decides which patients come into which part. */
  seed: z.int().min(0).max(2_147_483_647).default(1),
  /** Key of the field whose values the parts have in equal shares; null: none. */
  stratified_by: z.string().max(64).nullable().default(null),
})
export type ReleasePlan = z.infer<typeof ReleasePlan>

/** What the owner says about a release. */
export const ReleaseTexts = z.strictObject({
  title: line.min(1),
  description: text.default(''),
  licence: line.default(''),
  notes: text.default(''),
})
export type ReleaseTexts = z.infer<typeof ReleaseTexts>

const PartCounts = z.object({ train: z.int(), validation: z.int(), test: z.int() })

export const ReleaseCounts = z.object({
  images: z.int(),
  annotations: z.int(),
  patients: z.int(),
  /** Images of each part. */
  parts: PartCounts,
})
export type ReleaseCounts = z.infer<typeof ReleaseCounts>

/** Images that a release does not hold. */
export const ReleaseLeftOut = z.object({
  /** Nobody has checked them for text. */
  unchecked: z.int(),
  /** Files that are missing or damaged, or that cannot be decoded. */
  unreadable: z.int(),
  /** Another image of the same DICOM instance counts. */
  set_aside: z.int(),
})
export type ReleaseLeftOut = z.infer<typeof ReleaseLeftOut>

export const Release = z.object({
  id: Id,
  /** From 1 within the dataset; never given twice. */
  number: z.int(),
  ...ReleaseTexts.shape,
  ...ReleasePlan.shape,
  counts: ReleaseCounts,
  left_out: ReleaseLeftOut,
  /** Whether it identifies patients. */
  identified: z.boolean(),
  /** Whether the caller may download it. */
  downloadable: z.boolean(),
  /** Bytes of the ZIP file, and its SHA-256 in hexadecimal. */
  size: z.int(),
  sha256: z.string(),
  created_at: Instant,
  created_by: z.string(),
  /** Number of the withdrawn release that this one replaces. */
  replaces: z.int().nullable(),
  /** Set if the file was removed; a null reason is the erasure of a patient. */
  withdrawn: z.object({ at: Instant, reason: z.string().nullable() }).nullable(),
})
export type Release = z.infer<typeof Release>

export const startRelease = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/release',
  summary: 'Start making a release of the dataset: a numbered, unchangeable snapshot as a ZIP file',
  access: 'configure',
  scope: 'export',
  params: idParams,
  body: z.strictObject({
    ...ReleaseTexts.shape,
    ...ReleasePlan.shape,
    /** Needed for original files of a dataset with patients; for the audit trail. */
    reason: z.string().trim().max(500).regex(printable).default(''),
  }),
  response: StartedTask,
})

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/releases',
  summary: 'Releases of the dataset, newest first, with those that were withdrawn',
  access: 'view',
  params: idParams,
  response: z.array(Release),
})

export const downloadRelease = endpoint({
  method: 'GET',
  path: '/api/release/:id/download',
  summary: 'The ZIP file of a release; a Range header resumes a broken download',
  access: 'export',
  params: idParams,
  response: bytes,
})

export const withdrawRelease = endpoint({
  method: 'POST',
  path: '/api/release/:id/withdraw',
  summary: 'Remove the file of a release for good; its number and the reason stay listed',
  access: 'configure',
  params: idParams,
  body: z.strictObject({ reason: z.string().trim().min(3).max(500).regex(printable) }),
  response: Success,
})

const Difference = z.object({ added: z.int(), changed: z.int(), removed: z.int() })
export type Difference = z.infer<typeof Difference>

export const ReleaseComparison = z.object({
  from: z.int(),
  to: z.int(),
  /** Files of images, by id. */
  images: Difference,
  annotations: Difference,
  /** Values of the fields of images. */
  grades: Difference,
  /** The images with a difference, by id; at most 500. */
  different: z.array(
    z.object({
      image_id: Id,
      change: z.enum(['added', 'changed', 'removed']),
      annotations: Difference,
      grades: Difference,
    }),
  ),
})
export type ReleaseComparison = z.infer<typeof ReleaseComparison>

export const compareReleases = endpoint({
  method: 'GET',
  path: '/api/release/:id/comparison',
  summary: 'The differences between a release and an earlier one of the same dataset',
  access: 'view',
  params: idParams,
  query: z.strictObject({ with: z.coerce.number().int().positive() }),
  response: ReleaseComparison,
})

/** How far the images of a dataset have been checked for text in the picture. */
export const TextChecks = z.object({
  checked: z.int(),
  unchecked: z.int(),
  /** The next images to check. */
  next: z.array(
    z.object({
      id: Id,
      file_name: z.string(),
      /** Changes with the file, as that of an image. */
      version: z.string(),
    }),
  ),
})
export type TextChecks = z.infer<typeof TextChecks>

export const listTextChecks = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/text-checks',
  summary: 'How many images a person has checked for text in the picture, and the next ones',
  access: 'collect',
  params: idParams,
  response: TextChecks,
})

export const checkText = endpoint({
  method: 'POST',
  path: '/api/image/:id/text-check',
  summary:
    'Keep that a person has looked for text in the picture, and whether the surround is masked',
  access: 'collect',
  params: idParams,
  body: z.strictObject({
    /** True if the surround has text and is masked; false if the whole picture shows none. */
    mask: z.boolean(),
  }),
  response: Success,
})
