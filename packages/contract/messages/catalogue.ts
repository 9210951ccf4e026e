import { account, passwords, singleSignOn, users } from './account.ts'
import { analysis, quality } from './analysis.ts'
import { annotations } from './annotations.ts'
import { archives } from './archives.ts'
import { assignments } from './assignments.ts'
import { categories, datasets, undo } from './datasets.ts'
import { cocoFiles, labelFiles, shapes } from './coco-files.ts'
import { dicomFiles } from './dicom-files.ts'
import { dicomweb } from './dicomweb.ts'
import { emergencyAccess } from './emergency-access.ts'
import { exampleClinic } from './example-clinic.ts'
import { exports } from './exports.ts'
import { fhir, fhirIssues, fhirWarnings } from './fhir.ts'
import { fields } from './fields.ts'
import { generate } from './generate.ts'
import { files, images } from './images.ts'
import { handouts } from './handouts.ts'
import { outbound, service } from './outbound.ts'
import { outbox } from './outbox.ts'
import { pacs } from './pacs.ts'
import { imports } from './imports.ts'
import { mail } from './mail.ts'
import { mics } from './mics.ts'
import { models } from './models.ts'
import { patientData } from './patient-data.ts'
import { patients } from './patients.ts'
import { pictures } from './pictures.ts'
import { prediction } from './prediction.ts'
import { releases } from './releases.ts'
import { programs } from './programs.ts'
import { references } from './references.ts'
import { input, notFound, requests } from './requests.ts'
import { reviews } from './reviews.ts'
import { rights } from './rights.ts'
import { savedFilters } from './saved-filters.ts'
import { scans } from './scans.ts'
import { secondFactor } from './second-factor.ts'
import { sites } from './sites.ts'
import { stored } from './stored.ts'
import { tasks } from './tasks.ts'
import { userGroups } from './user-groups.ts'
import { webhooks } from './webhooks.ts'

/** Every user-facing text of the server, in English; `{{name}}` is a placeholder. */
export const catalogue = {
  account,
  analysis,
  annotations,
  archives,
  assignments,
  categories,
  cocoFiles,
  labelFiles,
  datasets,
  dicomFiles,
  dicomweb,
  emergencyAccess,
  exampleClinic,
  exports,
  fhir,
  fhirIssues,
  fhirWarnings,
  fields,
  files,
  generate,
  handouts,
  images,
  imports,
  input,
  mail,
  mics,
  models,
  notFound,
  outbound,
  outbox,
  pacs,
  passwords,
  patientData,
  patients,
  pictures,
  prediction,
  quality,
  programs,
  references,
  releases,
  requests,
  reviews,
  rights,
  savedFilters,
  secondFactor,
  scans,
  service,
  shapes,
  sites,
  singleSignOn,
  stored,
  tasks,
  undo,
  userGroups,
  users,
  webhooks,
} as const

export type Catalogue = typeof catalogue
