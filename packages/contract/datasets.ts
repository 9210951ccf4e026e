import { z } from 'zod'

import { Category } from './categories.ts'
import { endpoint } from './endpoint.ts'
import { FhirSending } from './fhir.ts'
import { DatasetField } from './fields/field.ts'
import { imageFilters } from './image-filters.ts'
import { Image } from './images.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { MicsChange, ShownMicsSettings } from './mics.ts'
import { PacsChange, ShownPacsSettings } from './pacs.ts'
import { ScaleRules } from './patient-data.ts'
import { GivenRole, Rights, roles } from './roles.ts'
import {
  BooleanText,
  Id,
  idParams,
  Instant,
  Label,
  Metadata,
  pageQuery,
  Pagination,
  someOf,
  StartedTask,
  Success,
} from './primitives.ts'

/** Also the name of a folder on disk, hence the refusals. */
export const DatasetName = Label.refine(
  (name) => !/[/\\]/.test(name) && name !== '.' && name !== '..',
  {
    ...saying(message('datasets.nameIsNoFolder')),
  },
)

export const Dataset = z.object({
  id: Id,
  name: z.string(),
  owner: z.string(),
  permissions: z.object({
    owner: z.boolean(),
    delete: z.boolean(),
    /** To confirm and reject analyses, as a clinician. */
    review: z.boolean(),
  }),
  /** The caller's role; null for an administrator with whom the dataset is not shared. */
  role: z.enum(roles).nullable(),
  /** When the caller’s emergency access ends; null without one. */
  emergency_until: Instant.nullable(),
  rights: Rights,
  default_annotation_metadata: Metadata,
  categories: z.array(Id),
  users: z.array(z.string()),
  numberImages: z.int(),
  numberAnnotated: z.int(),
  first_image_id: Id.nullable(),
  /** Whether the dataset has a study: an image whose study date is known. */
  clinical: z.boolean(),
  /** Whether any image has a patient ID, a name or is DICOM; its exports are then pseudonymous. */
  bearsIdentity: z.boolean(),
  annotate_url: z.string(),
  /** Made-up patients: marked everywhere, and never sent to other systems. */
  example: z.boolean(),
  settings: z.object({
    PACS: ShownPacsSettings,
    MICS: ShownMicsSettings,
    FHIR: FhirSending,
    /** For images whose scale is stated neither by a person nor by their file. */
    SCALES: ScaleRules,
  }),
})
export type Dataset = z.infer<typeof Dataset>

const annotateUrlForm = saying(message('datasets.annotateUrlForm'))
/** Address of the service that annotates the dataset's images; empty: none. */
export const AnnotateUrl = z.union(
  [
    z.literal(''),
    z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .refine((address) => !/^[^/]*\/\/[^/?#]*@/.test(address), annotateUrlForm),
  ],
  annotateUrlForm,
)

const CategoryRef = z.object({ id: Id, name: z.string(), color: z.string() })

/** Newest first; by name; by the last image or annotation; by the number of images. */
export const datasetOrders = ['newest', 'name', 'changed', 'images'] as const
export type DatasetOrder = (typeof datasetOrders)[number]

/** All that the caller may see; their own; those shared with them; those with images. */
export const datasetChoices = ['all', 'mine', 'shared', 'filled'] as const
export type DatasetChoice = (typeof datasetChoices)[number]

export const listDatasets = endpoint({
  method: 'GET',
  path: '/api/dataset/data',
  summary: 'A page of the datasets that the caller may see',
  access: 'user',
  scope: 'read',
  audited: true,
  query: z.strictObject({
    ...pageQuery,
    limit: pageQuery.limit.default(52),
    folder: z.string().optional(),
    /** Part of the name. */
    q: z.string().trim().max(100).default(''),
    order: z.enum(datasetOrders).default('newest'),
    show: z.enum(datasetChoices).default('all'),
    /** False leaves out those in which an administrator has no part and nobody has put an image. */
    othersEmpty: BooleanText.default(true),
  }),
  response: z.object({
    datasets: z.array(Dataset),
    /** How many of the matching ones `othersEmpty=false` leaves out. */
    othersEmpty: z.int(),
    categories: z.array(CategoryRef),
    subdirectories: z.array(z.string()),
    pagination: Pagination,
  }),
})

export const listDatasetNames = endpoint({
  method: 'GET',
  path: '/api/dataset/',
  summary: 'Names of all datasets that the caller may see',
  access: 'user',
  scope: 'read',
  response: z.array(z.object({ id: Id, name: z.string() })),
})

/** By query, form or JSON; a single category may come as a plain text. */
const newDataset = {
  name: DatasetName.optional(),
  categories: z.union([z.array(Label).max(500), Label.transform((label) => [label])]).optional(),
}

export const createDataset = endpoint({
  method: 'POST',
  path: '/api/dataset/',
  summary: 'Create a dataset; categories that do not exist are created',
  access: 'user',
  scope: 'annotate',
  audited: true,
  query: z.strictObject(newDataset),
  body: z.strictObject(newDataset).nullish(),
  status: 201,
  response: Dataset,
})

export const DatasetSettingsChange = z.strictObject({
  annotate_url: AnnotateUrl.optional(),
  /** Within these, omitted properties keep their values. */
  PACS: someOf(PacsChange).optional(),
  MICS: someOf(MicsChange).optional(),
  FHIR: FhirSending.optional(),
  /** Replaces all rules. */
  SCALES: ScaleRules.optional(),
})
export type DatasetSettingsChange = z.infer<typeof DatasetSettingsChange>

export const updateDataset = endpoint({
  method: 'POST',
  path: '/api/dataset/:id',
  summary:
    'Change the categories, the default annotation metadata or, for owners only, the settings',
  access: 'annotate',
  params: idParams,
  body: z.strictObject({
    categories: z.array(Id).max(500).optional(),
    /** Names of categories to add to those of the dataset, and to create if needed. */
    add_categories: z.array(Label).max(500).optional(),
    default_annotation_metadata: Metadata.optional(),
    settings: DatasetSettingsChange.optional(),
  }),
  response: Dataset,
})

export const deleteDataset = endpoint({
  method: 'DELETE',
  path: '/api/dataset/:id',
  summary: 'Delete a dataset with its images; it can be restored from the undo list',
  access: 'delete',
  params: idParams,
  response: Success,
})

export const shareDataset = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/share',
  summary:
    'Replace the users that the dataset is shared with; without a role they keep theirs, or become graders',
  access: 'share',
  params: idParams,
  body: z.strictObject({
    users: z
      .array(z.union([z.string(), z.strictObject({ username: z.string(), role: GivenRole })]))
      .max(1000),
    /** Groups of users; absent: they stay. */
    groups: z
      .array(z.strictObject({ id: Id, role: GivenRole }))
      .max(200)
      .optional(),
  }),
  response: Success,
})

export const nameClinicians = endpoint({
  method: 'PUT',
  path: '/api/dataset/:id/clinicians',
  summary: 'Replace the clinicians among the members; the others of them become graders',
  access: 'share',
  params: idParams,
  body: z.strictObject({ users: z.array(z.string()).max(1000) }),
  response: Success,
})

/** How many had other metadata before: the result of the task. */
export const ResetReport = z.object({ images: z.int(), annotations: z.int() })
export type ResetReport = z.infer<typeof ResetReport>

const reset = {
  path: '/api/dataset/:id/reset/metadata',
  summary: 'Start to empty the metadata of all images and reset that of annotations to the default',
  access: 'configure',
  params: idParams,
  response: StartedTask,
} as const

export const resetMetadata = endpoint({ ...reset, method: 'POST' })
/** The same for callers that know only the documented GET. */
export const resetMetadataByGet = endpoint({ ...reset, method: 'GET', changesState: true })

export const getDatasetData = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/data',
  summary: 'A dataset and a page of its images',
  access: 'view',
  params: idParams,
  query: z.strictObject({
    ...pageQuery,
    limit: pageQuery.limit.default(52),
    ...imageFilters,
    /** The whole ID, as it is written. */
    patientID: z.string().max(200).optional(),
  }),
  response: z.object({
    images: z.array(Image),
    dataset: Dataset,
    categories: z.array(Category),
    fields: z.array(DatasetField),
    total: z.int(),
    pages: z.int(),
    page: z.int(),
    per_page: z.int(),
    folder: z.string(),
    subdirectories: z.array(z.string()),
    scanId: Id.nullable(),
    importId: Id.nullable(),
    generateId: Id.nullable(),
    exportId: Id.nullable(),
    resetId: Id.nullable(),
  }),
})

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/users',
  summary: 'The owner and the users that the dataset is shared with, also by their groups',
  access: 'view',
  params: idParams,
  response: z.array(
    z.object({
      username: z.string(),
      name: z.string(),
      group: z.string(),
      last_seen: Instant.nullable(),
      is_owner: z.boolean(),
      /** May confirm and reject analyses; the owner always may. */
      is_clinician: z.boolean(),
      /** The highest of their own role and those of their groups. */
      role: z.enum(roles),
      /** Their own role; null if they have only those of groups. */
      given: GivenRole.nullable(),
      /** The names of the groups by which they are members. */
      groups: z.array(z.string()),
    }),
  ),
})
