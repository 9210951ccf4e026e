import type { Catalogue } from '#contract/messages/catalogue'

import type { TranslatedMessages } from '../translated.ts'
import { account, passwords } from './messages/account.ts'
import { analysis, quality } from './messages/analysis.ts'
import { annotations } from './messages/annotations.ts'
import { archives } from './messages/archives.ts'
import { assignments } from './messages/assignments.ts'
import { categories, datasets, undo } from './messages/datasets.ts'
import { cocoFiles, labelFiles, shapes } from './messages/coco-files.ts'
import { dicomFiles } from './messages/dicom-files.ts'
import { dicomweb } from './messages/dicomweb.ts'
import { exampleClinic } from './messages/example-clinic.ts'
import { exports } from './messages/exports.ts'
import { fhir, fhirIssues, fhirWarnings } from './messages/fhir.ts'
import { fields } from './messages/fields.ts'
import { handouts } from './messages/handouts.ts'
import { generate } from './messages/generate.ts'
import { files, images } from './messages/images.ts'
import { outbound, service } from './messages/outbound.ts'
import { outbox } from './messages/outbox.ts'
import { imports } from './messages/imports.ts'
import { mail } from './messages/mail.ts'
import { mics } from './messages/mics.ts'
import { models } from './messages/models.ts'
import { notFound } from './messages/not-found.ts'
import { pacs } from './messages/pacs.ts'
import { patientData } from './messages/patient-data.ts'
import { patients } from './messages/patients.ts'
import { pictures } from './messages/pictures.ts'
import { prediction } from './messages/prediction.ts'
import { emergencyAccess } from './messages/emergency-access.ts'
import { sites } from './messages/sites.ts'
import { releases } from './messages/releases.ts'
import { programs } from './messages/programs.ts'
import { references } from './messages/references.ts'
import { input, requests } from './messages/requests.ts'
import { reviews } from './messages/reviews.ts'
import { rights } from './messages/rights.ts'
import { savedFilters } from './messages/saved-filters.ts'
import { scans } from './messages/scans.ts'
import { secondFactor } from './messages/second-factor.ts'
import { singleSignOn } from './messages/single-sign-on.ts'
import { stored } from './messages/stored.ts'
import { tasks } from './messages/tasks.ts'
import { userGroups } from './messages/user-groups.ts'
import { users } from './messages/users.ts'
import { webhooks } from './messages/webhooks.ts'

/** Texts of the server in Korean. */
export const messages: { readonly [Area in keyof Catalogue]: TranslatedMessages<Catalogue[Area]> } =
  {
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
    passwords,
    patientData,
    patients,
    pacs,
    pictures,
    prediction,
    quality,
    programs,
    references,
    releases,
    emergencyAccess,
    sites,
    requests,
    reviews,
    rights,
    savedFilters,
    secondFactor,
    scans,
    service,
    shapes,
    singleSignOn,
    stored,
    tasks,
    undo,
    userGroups,
    users,
    webhooks,
  }
