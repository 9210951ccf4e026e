import { fieldNamesIn } from '#contract/field-names'

import { account, info, users } from './en/account.ts'
import { admin, audit, system } from './en/admin.ts'
import { analysis } from './en/analysis.ts'
import { annotations } from './en/annotations.ts'
import { datasets, exports, images, imports } from './en/datasets.ts'
import { assignments } from './en/assignments.ts'
import { releases } from './en/releases.ts'
import { savedFilters } from './en/saved-filters.ts'
import { adjudication } from './en/adjudication.ts'
import { comments } from './en/comments.ts'
import { scans } from './en/scans.ts'
import { documents } from './en/documents.ts'
import { table } from './en/table.ts'
import { fields } from './en/fields.ts'
import { exampleClinic } from './en/example-clinic.ts'
import { fhir } from './en/fhir.ts'
import { generate } from './en/generate.ts'
import { guide } from './en/guide.ts'
import { help } from './en/help.ts'
import { mics } from './en/mics.ts'
import { outbox } from './en/outbox.ts'
import { webhooks } from './en/webhooks.ts'
import { pacs } from './en/pacs.ts'
import { patientData } from './en/patient-data.ts'
import { patients } from './en/patients.ts'
import { emergencyAccess } from './en/emergency-access.ts'
import { sites } from './en/sites.ts'
import { references } from './en/references.ts'
import { report } from './en/report.ts'
import { roles } from './en/roles.ts'
import { common, shell } from './en/shell.ts'
import { problem } from './en/sign-in.ts'
import { search } from './en/search.ts'
import { secondFactor } from './en/second-factor.ts'
import { statistics } from './en/statistics.ts'
import { twins } from './en/twins.ts'
import { userGroups } from './en/user-groups.ts'
import { categories, tasks, undo } from './en/work.ts'
import { messages } from './en/messages.ts'

export const en = {
  account,
  common,
  info,
  problem,
  shell,
  system,
  admin,
  audit,
  analysis,
  annotations,
  users,
  userGroups,
  datasets,
  images,
  documents,
  exports,
  table,
  imports,
  generate,
  fields,
  exampleClinic,
  guide,
  search,
  help,
  fhir,
  mics,
  outbox,
  webhooks,
  pacs,
  patientData,
  patients,
  references,
  emergencyAccess,
  sites,
  report,
  roles,
  statistics,
  twins,
  adjudication,
  comments,
  savedFilters,
  assignments,
  releases,
  secondFactor,
  scans,
  categories,
  tasks,
  undo,
}

export const texts = { translation: en, messages, fields: fieldNamesIn('en') }
