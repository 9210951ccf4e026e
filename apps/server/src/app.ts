import type { FastifyInstance } from 'fastify'

import { endpoints, nameOf } from '#contract/endpoints'
import type { FhirSettings } from '#contract/fhir'
import type { PasswordRule } from '#contract/passwords'
import type { PolygonOperations } from '#geometry/boolean'

import { accountRoutes } from './features/account/routes.ts'
import { analyseDatasetJob } from './features/analysis/analyse-dataset.ts'
import { analyseImageJob } from './features/analysis/analyse-image.ts'
import { assistImageJob } from './features/analysis/assist-image.ts'
import { analysisRoutes } from './features/analysis/routes.ts'
import { annotationServiceRoutes } from './features/annotation-service/routes.ts'
import { annotationRoutes } from './features/annotations/routes.ts'
import { recordAudit } from './features/audit/queries.ts'
import { addArchiveJob } from './features/archives/add-archive.ts'
import { archiveRoutes } from './features/archives/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { proofOf } from './features/audit/seal.ts'
import { categoryRoutes } from './features/categories/routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { resetMetadataJob } from './features/dataset-management/reset-metadata.ts'
import { datasetRoutes } from './features/dataset-management/routes.ts'
import { dicomResultRoutes } from './features/dicom-results/routes.ts'
import { dicomwebRoutes } from './features/dicomweb/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { loadClinicJob } from './features/example-clinic/load-clinic.ts'
import { emergencyAccessRoutes } from './features/emergency-access/routes.ts'
import { exampleClinicRoutes } from './features/example-clinic/routes.ts'
import { exportDatasetJob } from './features/exports/export-dataset.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { fhirDeliverer } from './features/fhir/push-message.ts'
import { fhirRoutes } from './features/fhir/routes.ts'
import {
  fhirResultDeliverer,
  postAnalysisWhereAsked,
  postReviewWhereAsked,
  withdrawMessages,
} from './features/fhir/send-results.ts'
import { fhirOutboxMessage, fhirResultOutboxMessage } from './features/fhir/outbox-messages.ts'
import { computeFieldsJob } from './features/fields/compute-fields.ts'
import { fieldRoutes } from './features/fields/routes.ts'
import { generateImagesJob } from './features/generate/generate-images.ts'
import { generateRoutes } from './features/generate/routes.ts'
import { importCocoJob } from './features/imports/import-coco.ts'
import { importRoutes } from './features/imports/routes.ts'
import { scanDatasetJob } from './features/images/scan/scan-dataset.ts'
import { frameRoutes } from './features/images/frame-routes.ts'
import { guideRoutes } from './features/guide/routes.ts'
import { serveHandbook } from './features/handbook/serve-handbook.ts'
import { imageRoutes } from './features/images/routes.ts'
import { twinRoutes } from './features/images/twins/routes.ts'
import { infoRoutes, type About } from './features/info/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import type { OrderSystem } from './features/mics/order-system.ts'
import { resultDeliverer } from './features/mics/deliver-result.ts'
import { ensureOrder } from './features/mics/find-order.ts'
import { resultOutboxMessage } from './features/mics/jobs.ts'
import { postStanding } from './features/mics/post-standing.ts'
import { detachOrder } from './features/mics/queries.ts'
import { micsRoutes } from './features/mics/routes.ts'
import { modelRoutes } from './features/models/routes.ts'
import { makeReleaseJob, reissueReleaseJob } from './features/releases/make-release.ts'
import { releaseRoutes } from './features/releases/routes.ts'
import { referenceRoutes } from './features/references/routes.ts'
import { outboxRoutes } from './features/outbox/routes.ts'
import type { Receiver } from './features/pacs/receiver/receiver.ts'
import { retrieveFromPacsJob } from './features/pacs/retrieval/retrieve-from-pacs.ts'
import { pacsRoutes } from './features/pacs/routes.ts'
import { commitmentDeliverer } from './features/pacs/sending/commitment.ts'
import { sendingDeliverer } from './features/pacs/sending/send-to-pacs.ts'
import { sendResultsWhereAsked } from './features/pacs/sending/sendings.ts'
import { patientRoutes } from './features/patients/routes.ts'
import { patientDataRoutes } from './features/patient-data/routes.ts'
import { predictionRoutes } from './features/prediction/routes.ts'
import { handoutRoutes } from './features/reports/handout/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { openSessions } from './features/session/sessions.ts'
import { singleSignOnRoutes } from './features/single-sign-on/routes.ts'
import type { MailServer } from './features/mail/mail-server.ts'
import type { SingleSignOn } from './features/single-sign-on/single-sign-on.ts'
import { copyCasesJob } from './features/assignments/copy-cases.ts'
import { assignmentRoutes } from './features/assignments/routes.ts'
import { adjudicationRoutes } from './features/adjudication/routes.ts'
import { savedFilterRoutes } from './features/saved-filters/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { statisticsRoutes } from './features/statistics/routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { undoRoutes } from './features/undo/routes.ts'
import { siteRoutes } from './features/sites/routes.ts'
import { userGroupRoutes } from './features/user-groups/routes.ts'
import { noticeDeliverer } from './features/users/mail-notice.ts'
import { passwordLinkDeliverer } from './features/users/mail-password-link.ts'
import { userRoutes } from './features/users/routes.ts'
import { webhookDeliverer } from './features/webhooks/deliver-event.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import type { Clock } from './platform/clock.ts'
import type { Database, Db } from './platform/database/database.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { serveApiPage } from './platform/http/api-page.ts'
import type { ProcessHealth } from './platform/health.ts'
import { mount } from './platform/http/mount.ts'
import type { Outbound } from './platform/http/outbound.ts'
import type { Route } from './platform/http/route.ts'
import { createHttpServer, type HttpOptions } from './platform/http/server.ts'
import { refuseUnknownPaths, serveWebApp } from './platform/http/web-app.ts'
import type { Decoder } from './platform/images/decoder.ts'
import type { Renditions } from './platform/images/renditions.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Live } from './platform/live/live.ts'
import { measureRequests } from './platform/metrics/measure-requests.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Models } from './platform/models/models.ts'
import type { Outbox } from './platform/outbox/outbox.ts'
import { openReadiness } from './platform/readiness.ts'
import type { Secrets } from './platform/secrets.ts'

/** Resources shared by all features, opened by the composition root or by a test. */
export interface AppParts {
  readonly db: Db
  readonly within: Database['within']
  readonly clock: Clock
  readonly files: FileStore
  /** Root of all data. */
  readonly dataFolder: string
  readonly temporaryFolder: string
  readonly decoder: Decoder
  readonly renditions: Renditions
  readonly jobs: Jobs
  readonly outbox: Outbox
  readonly models: Models
  readonly live: Live
  readonly outbound: Outbound
  readonly secrets: Secrets
  readonly orderSystem: OrderSystem
  /** Null: people sign in with passwords of their own only. */
  readonly singleSignOn: SingleSignOn | null
  /** Null: no mails are sent. */
  readonly mailServer: MailServer | null
  /** Address of the MediaWiki API from which images are generated. */
  readonly imageSource: string
  /** The receiver of objects from DICOM stations. */
  readonly receiver: Receiver
  readonly health: ProcessHealth
  /** Null: nothing is measured. */
  readonly metrics: Metrics | null
  /** Delays before an archive is queried again, in milliseconds. */
  readonly retrievalPausesMs: readonly number[]
  /** How long a webhook's receiver may take to answer, in milliseconds. */
  readonly webhookPatienceMs: number
  readonly operations: PolygonOperations
  /** How the site wants its FHIR messages. */
  readonly fhir: FhirSettings
  /** Time zone of cameras that do not state theirs; null: unknown. */
  readonly siteTimeZone: string | null
  /** The address that users type; null if it is not set. */
  readonly publicUrl: string | null
  readonly product: About
  readonly loginEnabled: boolean
  readonly allowRegistration: boolean
  readonly passwordRule: PasswordRule
  readonly sessionSeconds: number
  /** How often a program may call by one access token. */
  readonly tokenRequestsPerMinute: number
  /** How long the audit trail is kept. */
  readonly retentionDays: number
  readonly uploadBytes: number
  /** The built web app; null for a server of calls alone. */
  readonly webFolder: string | null
  readonly http: HttpOptions
}

/** What follows when an analysis was stored, a review was made or patient data was changed. */
function followUpsOf(parts: AppParts) {
  const afterAnalysis = [
    postStanding(parts),
    sendResultsWhereAsked(parts),
    postAnalysisWhereAsked(parts),
  ]
  const afterReview = [
    postStanding(parts),
    sendResultsWhereAsked(parts),
    postReviewWhereAsked(parts),
  ]
  const stating = {
    resultMessageKinds: [resultOutboxMessage, fhirOutboxMessage, fhirResultOutboxMessage].map(
      ({ name }) => name,
    ),
    withdraw: [postStanding(parts), sendResultsWhereAsked(parts), withdrawMessages(parts)],
    detachOrder,
  }
  return { analysis: { ...parts, afterAnalysis }, afterReview, stating }
}

/** Registers every kind of job and of outbox message, also in processes that leave the work to others. */
export function defineWork(parts: AppParts): void {
  const { analysis, stating } = followUpsOf(parts)
  parts.jobs.define([
    analyseImageJob(analysis),
    analyseDatasetJob(analysis),
    assistImageJob(analysis),
    addArchiveJob(parts),
    exportDatasetJob(parts),
    makeReleaseJob(parts),
    reissueReleaseJob(parts),
    importCocoJob(parts),
    generateImagesJob(parts),
    scanDatasetJob(parts),
    resetMetadataJob(),
    loadClinicJob({ ...parts, ...stating }),
    computeFieldsJob(parts),
    copyCasesJob(parts),
    retrieveFromPacsJob(parts),
  ])
  parts.outbox.define([
    resultDeliverer(parts),
    fhirResultDeliverer(parts),
    fhirDeliverer(parts),
    sendingDeliverer(parts),
    commitmentDeliverer(parts),
    passwordLinkDeliverer(parts),
    noticeDeliverer(parts),
    webhookDeliverer(parts),
  ])
}

/** The HTTP server with every feature's routes, once the kinds of work are defined. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { analysis, afterReview, stating } = followUpsOf(parts)
  const sessions = openSessions({
    ...parts,
    seconds: parts.sessionSeconds,
    emergencyAdmin: parts.singleSignOn?.settings.emergencyAdmin ?? null,
  })
  const deps = { ...parts, sessions, readiness: openReadiness(parts) }
  const routes: Route[] = [
    ...infoRoutes(deps),
    ...accountRoutes(deps),
    ...singleSignOnRoutes(deps),
    ...userRoutes(deps),
    ...siteRoutes(),
    ...userGroupRoutes(),
    ...auditRoutes({ ...deps, proof: proofOf(parts) }),
    ...systemRoutes(deps),
    ...datasetRoutes(deps),
    ...imageRoutes(deps),
    ...twinRoutes(),
    ...patientDataRoutes({ ...deps, ...stating }),
    ...archiveRoutes(deps),
    ...categoryRoutes(deps),
    ...fieldRoutes(deps),
    ...annotationRoutes(deps),
    ...annotationServiceRoutes(deps),
    ...analysisRoutes({ ...deps, ...analysis, beforeReferral: ensureOrder(parts) }),
    ...reviewRoutes({ ...deps, afterReview }),
    ...commentRoutes(deps),
    ...reportRoutes(deps),
    ...handoutRoutes(deps),
    ...fhirRoutes(deps),
    ...modelRoutes(deps),
    ...referenceRoutes(deps),
    ...predictionRoutes(deps),
    ...exportRoutes(deps),
    ...releaseRoutes(deps),
    ...importRoutes(deps),
    ...generateRoutes(deps),
    ...pacsRoutes(deps),
    ...dicomResultRoutes(deps),
    ...dicomwebRoutes(deps),
    ...documentRoutes(deps),
    ...frameRoutes(deps),
    ...micsRoutes(deps),
    ...outboxRoutes(deps),
    ...webhookRoutes(deps),
    ...savedFilterRoutes(),
    ...assignmentRoutes(deps),
    ...adjudicationRoutes(deps),
    ...statisticsRoutes(deps),
    ...taskRoutes(deps),
    ...undoRoutes(deps),
    ...patientRoutes(deps),
    ...emergencyAccessRoutes(deps),
    ...exampleClinicRoutes(deps),
    ...guideRoutes(),
    ...searchRoutes(),
    ...liveRoutes(deps),
  ]
  refuseUnserved(routes)

  const app = await createHttpServer(parts.http)
  if (parts.metrics !== null) measureRequests(app, parts.metrics)
  for (const route of routes) {
    mount(app, route, {
      db: parts.db,
      within: parts.within,
      authenticator: sessions,
      audit: recordAudit,
      uploads: { folder: parts.temporaryFolder, bytes: parts.uploadBytes },
      secureCookies: parts.http.secure,
    })
  }
  await serveApiPage(app, sessions, { ...parts.product, secure: parts.http.secure })
  serveHandbook(app, parts.product.name)
  if (parts.webFolder === null) refuseUnknownPaths(app)
  else await serveWebApp(app, parts.webFolder)
  return app
}

/** A call of the contract without a route is found at start-up, not by a user. */
function refuseUnserved(routes: readonly Route[]): void {
  const served = new Set(routes.map((route) => nameOf(route.endpoint)))
  const missing = [...endpoints.keys()].filter((name) => !served.has(name))
  if (missing.length > 0) throw new Error(`No handler serves ${missing.join(', ')}.`)
}
