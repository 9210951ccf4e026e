import { z } from 'zod'

import * as accessTokens from './access-tokens.ts'
import * as account from './account.ts'
import * as adjudication from './adjudication.ts'
import * as analysis from './analysis.ts'
import * as annotationService from './annotation-service.ts'
import * as annotations from './annotations.ts'
import * as archives from './archives.ts'
import * as assignments from './assignments.ts'
import * as audit from './audit.ts'
import * as categories from './categories.ts'
import * as comments from './comments.ts'
import * as datasets from './datasets.ts'
import * as dicomResults from './dicom-results.ts'
import * as dicomweb from './dicomweb.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as emergencyAccess from './emergency-access.ts'
import * as exampleClinic from './example-clinic.ts'
import * as exports from './exports.ts'
import * as fhir from './fhir.ts'
import * as fields from './fields.ts'
import { Condition, innerConditions } from './fields/condition.ts'
import * as field from './fields/field.ts'
import * as fieldValue from './fields/value.ts'
import * as generate from './generate.ts'
import * as guide from './guide.ts'
import * as images from './images.ts'
import * as imports from './imports.ts'
import * as info from './info.ts'
import * as live from './live.ts'
import * as mics from './mics.ts'
import * as models from './models.ts'
import * as outbox from './outbox.ts'
import * as webhooks from './webhooks.ts'
import * as pacs from './pacs.ts'
import * as pacsSearch from './pacs-search.ts'
import * as passkeys from './passkeys.ts'
import * as passwordLinks from './password-links.ts'
import * as patientData from './patient-data.ts'
import * as patientTable from './patient-table.ts'
import * as prediction from './prediction.ts'
import * as primitives from './primitives.ts'
import * as patients from './patients.ts'
import * as references from './references.ts'
import * as handouts from './handouts.ts'
import * as releases from './releases.ts'
import * as reports from './reports.ts'
import * as reviews from './reviews.ts'
import * as savedFilters from './saved-filters.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as statistics from './statistics.ts'
import * as scans from './scans.ts'
import * as sessions from './sessions.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as sites from './sites.ts'
import * as system from './system.ts'
import * as tasks from './tasks.ts'
import * as twins from './twins.ts'
import * as undo from './undo.ts'
import * as userGroups from './user-groups.ts'
import * as users from './users.ts'

const modules: Record<string, unknown>[] = [
  info,
  account,
  singleSignOn,
  passwordLinks,
  secondFactor,
  passkeys,
  sessions,
  accessTokens,
  users,
  sites,
  userGroups,
  audit,
  system,
  datasets,
  emergencyAccess,
  exampleClinic,
  guide,
  search,
  images,
  twins,
  archives,
  patientTable,
  patientData,
  categories,
  fields,
  annotations,
  annotationService,
  analysis,
  reviews,
  comments,
  reports,
  handouts,
  models,
  patients,
  references,
  prediction,
  exports,
  releases,
  imports,
  generate,
  fhir,
  pacs,
  pacsSearch,
  dicomResults,
  dicomweb,
  documents,
  mics,
  outbox,
  webhooks,
  savedFilters,
  assignments,
  adjudication,
  statistics,
  scans,
  tasks,
  undo,
  live,
]

/** Every call by its name: the list that the server must serve and that tests walk through. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  modules.flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  ),
)

/** The schemas that several calls share, by the name under which the contract exports them. */
export const sharedSchemas: ReadonlyMap<string, z.ZodType> = new Map([
  ...[...modules, field, fieldValue, primitives].flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, z.ZodType] => {
      return entry[1] instanceof z.ZodType && /^[A-Z]/u.test(entry[0])
    }),
  ),
  ...[...innerConditions, Condition].map(
    (schema, depth) => [`ConditionOfDepth${depth}`, schema] as const,
  ),
])

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'changesState' in value
}

const names = new Map([...endpoints].map(([name, endpoint]) => [endpoint, name]))

/** The name under which the contract exports a call. */
export function nameOf(endpoint: Endpoint): string {
  const name = names.get(endpoint)
  if (name === undefined)
    throw new Error(`${endpoint.method} ${endpoint.path} is not in the contract.`)
  return name
}
