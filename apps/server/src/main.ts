import path from 'node:path'

import { loadPolygonOperations } from '#geometry/boolean'

import { createApp, type AppParts } from './app.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'
import { setRetention } from './features/audit/retention.ts'
import { proofOf } from './features/audit/seal.ts'
import { keepSealing } from './features/audit/keep-sealing.ts'
import { recordAudit } from './features/audit/queries.ts'
import { settleStoredTwins } from './features/images/twins/settle-stored-twins.ts'
import { keepVerifying } from './features/images/keep-verifying.ts'
import { openMailServer, usualMailPort } from './features/mail/mail-server.ts'
import { keepFindingOrders } from './features/mics/keep-finding.ts'
import { openOrderReceiver } from './features/mics/order-receiver.ts'
import { openOrderSystem } from './features/mics/order-system.ts'
import { receivedOrders } from './features/mics/received-orders.ts'
import { readSiteFile, type Site } from './features/mics/site-file.ts'
import { outdateSent } from './outdate-sent.ts'
import { keepClockTimes } from './features/images/keep-clock-times.ts'
import { keepEndingExpired } from './features/session/end-expired.ts'
import { keepConfirming } from './features/single-sign-on/keep-confirming.ts'
import { openSingleSignOn } from './features/single-sign-on/single-sign-on.ts'
import { keepFiling } from './features/pacs/receiver/keep-filing.ts'
import { openReceiver } from './features/pacs/receiver/receiver.ts'
import { usualRetrievalPausesMs } from './features/pacs/retrieval/retrieval.ts'
import { watchPeers } from './features/system/watch-peers.ts'
import { keepWatchingStorage } from './features/system/watch-storage.ts'
import { BackupError } from './platform/backup/backup-folder.ts'
import { refuseHalfRestored } from './platform/backup/restore-backup.ts'
import { systemClock } from './platform/clock.ts'
import {
  DatabaseSetupError,
  openDatabase,
  type PostgresServer,
} from './platform/database/database.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { EmbeddedDatabaseError } from './platform/database/embedded/error.ts'
import { startEmbeddedPostgres } from './platform/database/embedded/embedded.ts'
import { countErrors } from './platform/files/count-errors.ts'
import { openDiskStore } from './platform/files/disk-store.ts'
import { keepSweepingPartials } from './platform/files/partials.ts'
import { createPrivately, openPrivateFolder } from './platform/files/private-folder.ts'
import { openTemporaryFolder } from './platform/files/temporary-folder.ts'
import { openHealth } from './platform/health.ts'
import { openOutbound, type Outbound } from './platform/http/outbound.ts'
import { openDecoder } from './platform/images/decoder.ts'
import { openRenditions } from './platform/images/renditions.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { log } from './platform/log.ts'
import { openLive } from './platform/live/live.ts'
import { gaugesReader } from './platform/metrics/read-gauges.ts'
import { openMetrics } from './platform/metrics/metrics.ts'
import { observers } from './platform/metrics/observe.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { openModels } from './platform/models/models.ts'
import { openOutbox } from './platform/outbox/outbox.ts'
import { openSecrets } from './platform/secrets.ts'
import { stopSignal } from './platform/stop-signal.ts'

async function run(config: Config): Promise<void> {
  const { dataFolder } = config
  for (const warning of config.warnings) log.warn(warning)
  const unwatched = outboundOf(config)
  checkIssuer(unwatched, config)
  checkMailHost(unwatched, config)
  const site = siteOf(config)
  createPrivately(config)
  await refuseHalfRestored(dataFolder)

  await using resources = new AsyncDisposableStack()
  resources.use(await openPrivateFolder(dataFolder, config))
  const server = await findPostgres(config)
  const { connection } = resources.use(server)
  const { db, within, connections } = resources.use(await openDatabase(server))
  await setRetention(server, config.retentionDays)
  // Safe to assume: the embedded database holds an exclusive lock on the data folder.
  const isAlone = config.databaseUrl === undefined
  const temporary = resources.use(
    await openTemporaryFolder(path.join(dataFolder, 'temporary'), { isAlone }),
  )
  resources.use(keepSweepingPartials(dataFolder, { isAlone }))
  const live = resources.use(openLive(connection))
  const decoder = resources.use(openDecoder(2))
  const kept = path.join(dataFolder, 'models')
  const models = resources.use(openModels({ ...config.modelFolders, kept }))
  const metrics =
    config.metrics === null ? null : openMetrics({ version: config.product.version, role: 'all' })
  const { asked, ran, failed, heard } = observers(metrics)
  const jobs = resources.use(await openJobs({ connection, db, clock: systemClock, ran }))
  const outbox = resources.use(openOutbox({ connection, db, clock: systemClock }))
  const files = countErrors(openDiskStore(dataFolder), failed)
  const basis = {
    db,
    clock: systemClock,
    dataFolder,
    files,
    decoder,
    siteTimeZone: config.siteTimeZone,
    renditions: openRenditions({
      folder: path.join(dataFolder, 'renditions'),
      files,
      decoder,
      asked,
    }),
  }
  const filing = resources.use(keepFiling(basis))
  const receiver = resources.use(
    await openReceiver({ ...basis, connection, arrived: () => filing.wake(), heard }, config.dicom),
  )
  const draining = new AbortController()
  const health = openHealth({ ...basis, draining: draining.signal })
  const secrets = await openSecrets(config.secretKeyFile)
  // Its own outage could not be mailed.
  const mailServer = openMailServer({
    settings: config.mail,
    outbound: unwatched,
    ca: config.dicom.ca,
  })
  const outbound = resources.use(watchPeers(unwatched, { ...basis, outbox, mailServer }))
  const singleSignOn = openSingleSignOn({ ...config, ...basis, outbound, secrets })
  const parts: AppParts = {
    ...config,
    ...basis,
    within,
    health,
    metrics,
    temporaryFolder: temporary.path,
    receiver,
    retrievalPausesMs: usualRetrievalPausesMs,
    jobs,
    outbox,
    models,
    live,
    outbound,
    secrets,
    singleSignOn,
    mailServer,
    orderSystem: openOrderSystem({ outbound, received: receivedOrders(db) }, site),
    operations: await loadPolygonOperations(),
  }
  const app = await createApp(parts)
  resources.defer(() => app.close())
  await jobs.work()
  outbox.work()
  resources.use(keepFindingOrders(parts))
  resources.use(keepClockTimes({ ...basis, onCorrected: outdateSent(systemClock) }))
  resources.use(keepVerifying(parts))
  resources.use(settleStoredTwins({ ...basis, audit: recordAudit }))
  resources.use(await openOrderReceiver(basis, site))
  resources.use(keepSealing(proofOf(parts)))
  resources.use(keepEndingExpired(parts))
  resources.use(keepWatchingStorage(parts))
  if (singleSignOn !== null) resources.use(keepConfirming({ ...parts, singleSignOn }))
  if (metrics !== null && config.metrics !== null) {
    const read = gaugesReader({ db, metrics, connections, streams: () => app.openStreams.size })
    resources.use(await serveMetrics(config.metrics, { metrics, health, read }))
  }
  const address = await app.listen(config.http)
  // Checks and warms up the networks while people sign in.
  void models.list()
  process.stdout.write(
    `${config.product.name} ${config.product.version} is ready: open ${address}\n`,
  )

  const failure = await Promise.race([stopSignal(), server.failure])
  process.stdout.write('Stopping …\n')
  draining.abort()
  setTimeout(endNow, mostStopMs).unref()
  if (failure !== undefined) throw failure
}

/** @throws {ConfigError} if the identity provider's host is not on the operator's list */
function checkIssuer(outbound: Outbound, { identityProvider }: Config): void {
  if (identityProvider === null) return
  const { issuer } = identityProvider
  try {
    outbound.check(new URL(issuer))
  } catch {
    const { host } = new URL(issuer)
    throw new ConfigError(`OIDC_ISSUER=${issuer} cannot be used: add ${host} to OUTBOUND_HOSTS.`)
  }
}

/** @throws {ConfigError} if the mail server is not on the operator's list */
function checkMailHost(outbound: Outbound, { mail }: Config): void {
  if (mail === null) return
  const { host, port } = mail
  try {
    outbound.checkHost({ host, port, usualPort: usualMailPort })
  } catch {
    throw new ConfigError(
      `SMTP_HOST=${host} cannot be used: add ${host}:${port} to OUTBOUND_HOSTS.`,
    )
  }
}

function outboundOf({ outboundHosts, dicom }: Config): Outbound {
  try {
    return openOutbound(outboundHosts, undefined, { ...dicom.tls, ca: dicom.ca })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`OUTBOUND_HOSTS=${outboundHosts.join(',')} cannot be used: ${why}`)
  }
}

function siteOf({ micsFile }: Config): Site | null {
  if (micsFile === undefined) return null
  try {
    return readSiteFile(micsFile)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`MICS_FILE=${micsFile} cannot be used:\n${why}`)
  }
}

/** The server named by DATABASE_URL, or an embedded one in the data folder. */
async function findPostgres(config: Config): Promise<PostgresServer> {
  if (config.databaseUrl === undefined) {
    return startEmbeddedPostgres(path.join(config.dataFolder, 'database'))
  }
  const { databaseOwnerUrl } = config
  return {
    connection: { connectionString: config.databaseUrl },
    owner: databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl },
    failure: new Promise(() => undefined),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

const foreseen = [
  BackupError,
  ConfigError,
  EmbeddedDatabaseError,
  DatabaseSetupError,
  MigrationError,
]

/** Expected errors print their message, unexpected ones their stack trace. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (foreseen.some((kind) => error instanceof kind)) return error.message
  return explainListening(error) ?? error.stack ?? error.message
}

const whyNotListening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'no such host is known',
  EACCES: 'this account may not use the port',
}

type ListeningError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number }

function explainListening(error: ListeningError): string | undefined {
  const why = whyNotListening[error.code ?? '']
  if (why === undefined || !['listen', 'getaddrinfo'].includes(error.syscall ?? ''))
    return undefined
  const { address = '', port = '' } = error
  return `Fovea cannot listen on ${address}:${port}: ${why}. Set HOST= and PORT=, or METRICS_HOST= and METRICS_PORT=.`
}

/** The process that started the server waits 15 seconds, and then kills it. */
const mostStopMs = 12_000

/** Ends the process even if something blocks the shutdown: all acknowledged data are on disk. */
function endNow(): never {
  process.stderr.write('The server did not stop in time and is ended.\n')
  process.exit(1)
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
// Everything is closed, or closing was tried: remaining resources must not keep the process alive.
process.exit()
