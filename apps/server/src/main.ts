import path from 'node:path'

import { loadPolygonOperations } from '#geometry/boolean'

import { createApp, defineWork, type AppParts } from './app.ts'
import { loadConfig, type Config } from './config.ts'
import { explainFailure } from './explain-failure.ts'
import { setRetention } from './features/audit/retention.ts'
import { forgetErased } from './features/patients/forget-erased.ts'
import { openMailServer } from './features/mail/mail-server.ts'
import { openOrderReceiver } from './features/mics/order-receiver.ts'
import { openOrderSystem } from './features/mics/order-system.ts'
import { receivedOrders } from './features/mics/received-orders.ts'
import { openSingleSignOn } from './features/single-sign-on/single-sign-on.ts'
import { elsewhere, openReceiver } from './features/pacs/receiver/receiver.ts'
import { usualRetrievalPausesMs } from './features/pacs/retrieval/retrieval.ts'
import { usualPatienceMs } from './features/webhooks/outbox-message.ts'
import { watchPeers } from './features/system/watch-peers.ts'
import { findPostgres, outboundOf, siteOf } from './from-config.ts'
import { refuseHalfRestored } from './platform/backup/restore-backup.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { openFiles } from './platform/files/open-files.ts'
import { refuseUnmoved } from './platform/files/refuse-unmoved.ts'
import { createPrivately, openPrivateFolder } from './platform/files/private-folder.ts'
import { openTemporaryFolder } from './platform/files/temporary-folder.ts'
import { openHealth } from './platform/health.ts'
import { openDecoder } from './platform/images/decoder.ts'
import { openRenditions } from './platform/images/renditions.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { log } from './platform/log.ts'
import { openLive } from './platform/live/live.ts'
import { openMetrics } from './platform/metrics/metrics.ts'
import { observers } from './platform/metrics/observe.ts'
import { gaugesReader } from './platform/metrics/read-gauges.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { openModels } from './platform/models/models.ts'
import { openOutbox } from './platform/outbox/outbox.ts'
import { openSecrets } from './platform/secrets.ts'
import { stopSignal } from './platform/stop-signal.ts'
import { roles } from './roles.ts'
import { noWork, startWork, type Work } from './start-work.ts'

async function run(config: Config): Promise<void> {
  const { dataFolder } = config
  for (const warning of config.warnings) log.warn(warning)
  const role = roles[config.role]
  const drainMs = (config.drainSeconds - closingSeconds) * 1000
  const unwatched = outboundOf(config)
  const site = siteOf(config)
  createPrivately(config)
  await refuseHalfRestored(dataFolder)

  await using resources = new AsyncDisposableStack()
  resources.use(await openPrivateFolder(dataFolder, config))
  const server = await findPostgres(config)
  resources.use(server)
  const { db, within, connection, direct, connections } = resources.use(await openDatabase(server))
  await setRetention(server, { audit: config.retentionDays, ...config.retention })
  // Safe to assume: the embedded database holds an exclusive lock on the data folder.
  const isAlone = config.databaseUrl === undefined
  const temporary = resources.use(
    await openTemporaryFolder(path.join(dataFolder, 'temporary'), { isAlone }),
  )
  const live = resources.use(openLive(direct))
  const decoder = resources.use(openDecoder(2))
  const kept = path.join(dataFolder, 'models')
  const models = resources.use(openModels({ ...config.modelFolders, kept }))
  const metrics =
    config.metrics === null
      ? null
      : openMetrics({ version: config.product.version, role: config.role })
  const { asked, ran, failed, heard } = observers(metrics)
  const jobs = resources.use(
    openJobs({ connection, direct, db, clock: systemClock, ran, patienceMs: drainMs }),
  )
  await jobs.open()
  const outbox = resources.use(openOutbox({ connection: direct, db, clock: systemClock }))
  const places = { ...config, temporaryFolder: temporary.path }
  const storage = resources.use(await openFiles(places, failed))
  const { files } = storage
  await refuseUnmoved(config, files)
  const basis = {
    db,
    clock: systemClock,
    dataFolder,
    files,
    decoder,
    siteTimeZone: config.siteTimeZone,
    renditions: openRenditions({
      ...storage.pictures,
      files,
      decoder,
      asked,
    }),
  }
  resources.use(forgetErased({ ...basis, ...storage, live }))
  let work: Work = noWork
  const receiving = {
    ...basis,
    bucketAddress: config.bucket,
    connection,
    isAlone,
    arrived: () => work.arrived(),
    heard,
  }
  const listening = { ...config.dicom, drainMs }
  const receiver = resources.use(
    role.receives ? await openReceiver(receiving, listening) : elsewhere(receiving, listening),
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
    http: { ...config.http, drainMs },
    ...basis,
    within,
    health,
    metrics,
    temporaryFolder: temporary.path,
    receiver,
    retrievalPausesMs: usualRetrievalPausesMs,
    webhookPatienceMs: usualPatienceMs,
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
  defineWork(parts)
  const app = role.serves ? await createApp(parts) : null
  resources.defer(() => app?.close())
  if (role.works) {
    work = resources.use(
      await startWork(parts, {
        kinds: config.workerKinds,
        isAlone,
        sweep: () => storage.keepSweeping(),
      }),
    )
  }
  if (role.receives) resources.use(await openOrderReceiver(basis, site))
  if (metrics !== null && config.metrics !== null) {
    const streams = (): number => app?.openStreams.size ?? 0
    const read = gaugesReader({ db, metrics, connections, streams })
    resources.use(await serveMetrics(config.metrics, { metrics, health, read }))
  }
  const address = await app?.listen(config.http)
  // Checks and warms up the networks while people sign in.
  if (role.serves || role.works) void models.list()
  const { name, version } = config.product
  const where = address === undefined ? ` as ${config.role}` : `: open ${address}`
  process.stdout.write(`${name} ${version} is ready${where}\n`)

  const failure = await Promise.race([stopSignal(), server.failure])
  process.stdout.write('Stopping …\n')
  draining.abort()
  setTimeout(endNow, config.drainSeconds * 1000).unref()
  await Promise.all([app?.close(), work.drain(), receiver[Symbol.asyncDispose]()])
  if (failure !== undefined) throw failure
}

/** Time that is left for closing everything once requests and jobs have ended. */
const closingSeconds = 7

/** Ends the process even if something blocks the shutdown: all acknowledged data are on disk. */
function endNow(): never {
  process.stderr.write('The server did not stop in time and is ended.\n')
  process.exit(1)
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = 1
}
// Everything is closed, or closing was tried: remaining resources must not keep the process alive.
process.exit()
