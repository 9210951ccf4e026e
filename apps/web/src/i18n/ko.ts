import { fieldNamesIn } from '#contract/field-names'

import type { en } from './en.ts'
import { account, info, users } from './ko/account.ts'
import { admin, audit, system } from './ko/admin.ts'
import { analysis } from './ko/analysis.ts'
import { annotations } from './ko/annotations.ts'
import { datasets, exports, images, imports } from './ko/datasets.ts'
import { assignments } from './ko/assignments.ts'
import { releases } from './ko/releases.ts'
import { savedFilters } from './ko/saved-filters.ts'
import { adjudication } from './ko/adjudication.ts'
import { comments } from './ko/comments.ts'
import { scans } from './ko/scans.ts'
import { documents } from './ko/documents.ts'
import { table } from './ko/table.ts'
import { fields } from './ko/fields.ts'
import { exampleClinic } from './ko/example-clinic.ts'
import { fhir } from './ko/fhir.ts'
import { generate } from './ko/generate.ts'
import { guide } from './ko/guide.ts'
import { help } from './ko/help.ts'
import { mics } from './ko/mics.ts'
import { outbox } from './ko/outbox.ts'
import { webhooks } from './ko/webhooks.ts'
import { pacs } from './ko/pacs.ts'
import { patientData } from './ko/patient-data.ts'
import { patients } from './ko/patients.ts'
import { emergencyAccess } from './ko/emergency-access.ts'
import { sites } from './ko/sites.ts'
import { references } from './ko/references.ts'
import { report } from './ko/report.ts'
import { roles } from './ko/roles.ts'
import { common, shell } from './ko/shell.ts'
import { problem } from './ko/sign-in.ts'
import { search } from './ko/search.ts'
import { secondFactor } from './ko/second-factor.ts'
import { statistics } from './ko/statistics.ts'
import { twins } from './ko/twins.ts'
import { userGroups } from './ko/user-groups.ts'
import { categories, tasks, undo } from './ko/work.ts'
import type { Translated } from './translated.ts'
import { messages } from './ko/messages.ts'

export const ko: Translated<typeof en> = {
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

export const texts = { translation: ko, messages, fields: fieldNamesIn('ko') }
