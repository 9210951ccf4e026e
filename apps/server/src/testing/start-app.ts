import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

import { FhirSettings } from '#contract/fhir'
import { Regulatory } from '#contract/info'
import { usualAeTitle } from '#contract/pacs'
import type { PasswordRule } from '#contract/passwords'
import { loadPolygonOperations } from '#geometry/boolean'

import { createApp, defineWork, type AppParts } from '../app.ts'
import { keepFindingOrders } from '../features/mics/keep-finding.ts'
import type { About } from '../features/info/routes.ts'
import { openMailServer } from '../features/mail/mail-server.ts'
import { openOrderReceiver } from '../features/mics/order-receiver.ts'
import { openOrderSystem } from '../features/mics/order-system.ts'
import { receivedOrders } from '../features/mics/received-orders.ts'
import type { Site } from '../features/mics/site-file.ts'
import { keepFiling } from '../features/pacs/receiver/keep-filing.ts'
import { openReceiver } from '../features/pacs/receiver/receiver.ts'
import { openSingleSignOn } from '../features/single-sign-on/single-sign-on.ts'
import { watchPeers } from '../features/system/watch-peers.ts'
import type { IdentityProviderSettings } from '../identity-provider.ts'
import type { MailSettings } from '../mail-settings.ts'
import { connectDatabase, withClient, type Db } from '../platform/database/database.ts'
import type { BucketAddress } from '../platform/files/bucket-address.ts'
import { openFiles, type FilePlaces } from '../platform/files/open-files.ts'
import { openHealth } from '../platform/health.ts'
import type { HttpOptions } from '../platform/http/server.ts'
import { openOutbound, type Outbound } from '../platform/http/outbound.ts'
import { openDecoder } from '../platform/images/decoder.ts'
import { openRenditions } from '../platform/images/renditions.ts'
import { openJobs } from '../platform/jobs/jobs.ts'
import { openLive } from '../platform/live/live.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { openModels } from '../platform/models/models.ts'
import { openOutbox } from '../platform/outbox/outbox.ts'
import { openSecrets } from '../platform/secrets.ts'
import { clientOf, type Client } from './client.ts'
import { givenIn, type Given } from './given.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestApp {
  readonly app: FastifyInstance
  readonly db: Db
  /** Runs statements as the owner of the database, beyond the application's rights. */
  readonly asOwner: (statements: string) => Promise<void>
  readonly parts: AppParts
  readonly dataFolder: string
  readonly given: Given
  /** Somebody who is not signed in. */
  readonly visitor: Client
  /** Advances the app's clock. */
  readonly advance: (seconds: number) => void
}

interface Options {
  /** Where files are kept, if not in the data folder. */
  readonly bucket?: BucketAddress | null
  readonly loginEnabled?: boolean
  readonly allowRegistration?: boolean
  readonly passwordRule?: PasswordRule
  readonly sessionSeconds?: number
  readonly tokenRequestsPerMinute?: number
  readonly uploadBytes?: number
  readonly outboundHosts?: readonly string[]
  readonly imageSource?: string
  /** Authorities trusted for TLS with other hosts. */
  readonly dicomAuthority?: string
  /** Site file of the order system. */
  readonly site?: Site
  /** Listens for DICOM objects on this port, as XAIMED_OP_XAIFN. */
  readonly dicomPort?: number
  /** The operator's folder of models. */
  readonly modelsFolder?: string
  /** URI to report vulnerabilities to. */
  readonly securityContact?: string
  readonly publicUrl?: string
  readonly identityProvider?: IdentityProviderSettings
  readonly mail?: MailSettings
  /** The operator's file about FHIR messages. */
  readonly fhir?: object
  /** Time zone of cameras that do not state theirs. */
  readonly siteTimeZone?: string
  readonly metrics?: Metrics
  readonly http?: Partial<HttpOptions>
  /** Also runs background work. */
  readonly works?: boolean
}

const regulatory = Regulatory.parse(
  Object.fromEntries(
    Object.keys(Regulatory.shape).map((key) => [key, key === 'configured' ? false : null]),
  ),
)

const shippedModels = path.join(import.meta.dirname, '../../../../models')

/** Stateless, so shared by all tests of a file; they end with its process. */
const decoder = openDecoder(1)
const operations = await loadPolygonOperations()

function placesOf(dataFolder: string, { bucket = null }: Options): FilePlaces {
  const temporaryFolder = path.join(dataFolder, 'temporary')
  return { dataFolder, temporaryFolder, bucket, cacheBytes: null, patienceMs: 1000 }
}

/** The whole server on its own database and folder, closed when the test ends. */
export async function startApp(options: Options = {}): Promise<TestApp> {
  const resources = new AsyncDisposableStack()
  onTestFinished(() => resources.disposeAsync())
  const { connection, owner } = resources.use(await createTestDatabase())
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'fovea-app-'))
  await chmod(dataFolder, 0o755)
  // A thumbnail may still be written in the background.
  resources.defer(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }))
  const { db, within } = resources.use(connectDatabase({ ...connection, max: 4 }))
  let ahead = 0
  const clock = (): Date => new Date(Date.now() + ahead)
  const live = resources.use(openLive(connection))
  // Each connection to a new database costs PostgreSQL as much as its creation.
  const queue = { ...connection, max: 1 }
  const jobs = resources.use(openJobs({ connection: queue, db, clock }))
  const outbox = resources.use(openOutbox({ connection, db, clock }))
  const places = placesOf(dataFolder, options)
  const { files } = resources.use(await openFiles(places, () => undefined))
  const models = openModels({
    shipped: shippedModels,
    own: options.modelsFolder,
    kept: path.join(dataFolder, 'models'),
  })
  resources.use(models)
  const renditions = openRenditions({
    folder: path.join(dataFolder, 'renditions'),
    files,
    decoder,
  })
  const fhir = FhirSettings.parse(options.fhir ?? {})
  const siteTimeZone = options.siteTimeZone ?? fhir.utc_offset
  const basis = { db, clock, dataFolder, files, decoder, siteTimeZone, renditions }
  const filing = options.works === true ? resources.use(keepFiling(basis)) : undefined
  const receiver = resources.use(
    await openReceiver(
      { ...basis, bucketAddress: places.bucket, connection, arrived: () => filing?.wake() },
      { aeTitle: usualAeTitle, host: '127.0.0.1', port: options.dicomPort ?? null },
    ),
  )
  const unwatched = openOutbound(options.outboundHosts ?? [], undefined, {
    ca: options.dicomAuthority,
  })
  const mailServer = mailServerOf(options, unwatched)
  const outbound = resources.use(watchPeers(unwatched, { ...basis, outbox, mailServer }))
  const secrets = await openSecrets(path.join(dataFolder, 'secret.key'))
  const { identityProvider = null } = options
  const singleSignOn = openSingleSignOn({ identityProvider, outbound, secrets, clock })
  const parts: AppParts = {
    ...basis,
    within,
    health: openHealth({ ...basis, draining: new AbortController().signal }),
    metrics: options.metrics ?? null,
    temporaryFolder: places.temporaryFolder,
    receiver,
    retrievalPausesMs: [50, 50, 50],
    webhookPatienceMs: 1000,
    jobs,
    outbox,
    models,
    live,
    outbound,
    secrets,
    singleSignOn,
    mailServer,
    orderSystem: openOrderSystem({ outbound, received: receivedOrders(db) }, options.site ?? null),
    imageSource: options.imageSource ?? 'https://images.invalid/api.php',
    operations,
    fhir,
    publicUrl: options.publicUrl ?? null,
    product: productOf(options),
    ...accountSettings(options),
    retentionDays: 730,
    uploadBytes: options.uploadBytes ?? 64 * 2 ** 20,
    webFolder: null,
    http: { secure: false, trustProxy: false, hostNames: null, corsOrigins: [], ...options.http },
  }
  defineWork(parts)
  const app = await createApp(parts)
  resources.defer(() => app.close())
  if (options.works === true) {
    await jobs.work()
    outbox.work()
    resources.use(keepFindingOrders(parts))
    resources.use(await openOrderReceiver(basis, options.site ?? null))
  }
  const visitor = clientOf(app)
  return {
    app,
    db,
    asOwner: (statements) =>
      withClient(owner, async (client) => {
        await client.query(statements)
      }),
    parts,
    dataFolder,
    visitor,
    given: givenIn(app, parts),
    advance(seconds) {
      ahead += seconds * 1000
    },
  }
}

function productOf(options: Options): About {
  const securityContact = options.securityContact ?? null
  return { name: 'Fovea', version: '1.0.0', helpUrl: null, securityContact, regulatory }
}

function mailServerOf({ mail, dicomAuthority: ca }: Options, outbound: Outbound) {
  return openMailServer({ settings: mail ?? null, outbound, ca })
}

function accountSettings(options: Options) {
  return {
    loginEnabled: options.loginEnabled ?? true,
    allowRegistration: options.allowRegistration ?? false,
    passwordRule: options.passwordRule ?? 'by-form',
    sessionSeconds: options.sessionSeconds ?? 3600,
    tokenRequestsPerMinute: options.tokenRequestsPerMinute ?? 3000,
  }
}
