import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { statuses } from '../../platform/dicom-network/command.ts'
import { openFileSink, type ReceivedObject } from '../../platform/dicom-network/file-sink.ts'
import { identify, type Identity } from '../../platform/dicom-network/identity.ts'
import type { Sender } from '../../platform/dicom-network/provider.ts'
import {
  refusingSink,
  type ArrivingObject,
  type StoreSink,
} from '../../platform/dicom-network/store-sink.ts'
import { losslessSyntaxes } from '../../platform/dicom-network/uid.ts'
import { log } from '../../platform/log.ts'
import { pacsSettingsOf } from '../datasets/queries.ts'
import { findAwaiting, findRule, isExpected } from './queries.ts'

/** What must stay free on the disk. */
const leastFreeBytes: number = 2 * 2 ** 30

interface ArrivalDeps {
  readonly db: Db
  readonly clock: Clock
  readonly dataFolder: string
  /** Told when an object waits to be made an image. */
  readonly arrived: () => void
  readonly leastFreeBytes?: number
}

/** Where objects from the network go: to disk, with a row that says so, and then to a dataset. */
export interface Arrivals {
  /** Whether a station may send anything at all. */
  accepts(sender: Sender): Promise<boolean>
  open(object: ArrivingObject, sender: Sender): Promise<StoreSink>
}

/** The folder of objects that are no images yet. */
export function arrivalsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'arrivals')
}

/** The file of an arrival; while it is being written, `.part` follows its name. */
export function arrivalFile(dataFolder: string, id: string): string {
  return path.join(arrivalsFolder(dataFolder), `${id}.dcm`)
}

export function openArrivals(deps: ArrivalDeps): Arrivals {
  const { db, dataFolder } = deps
  const least = deps.leastFreeBytes ?? leastFreeBytes
  return {
    async accepts(sender) {
      return (await findRule(db, sender)) !== undefined || isExpected(db, sender)
    },
    async open(object, sender) {
      const folder = arrivalsFolder(dataFolder)
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < least) return refusingSink(statuses.outOfResources)
      const id = randomUUID()
      const file = arrivalFile(dataFolder, id)
      return openFileSink(`${file}.part`, object, {
        identify: (head) => judge(db, object, { head, sender }),
        keep: (received, verdict, synced) =>
          keep(deps, { id, file, sender, received, synced }, verdict),
      })
    },
  }
}

interface Arriving {
  readonly id: string
  readonly file: string
  readonly sender: Sender
  readonly received: ReceivedObject
  /** The bytes are on disk. */
  readonly synced: Promise<void>
}

/** Whose object it is and where it goes, or the status and the reason to refuse it. */
type Verdict = (Identity & Destination) | Refusal

interface Refusal {
  readonly refusal: number
  readonly why: string
}

async function judge(
  db: Db,
  object: ArrivingObject,
  { head, sender }: { head: Buffer; sender: Sender },
): Promise<Verdict> {
  const identity = identify(head, object.transferSyntaxUid)
  if (identity === undefined) return { refusal: statuses.notUnderstood, why: 'no identity' }
  if (identity.sopInstanceUid !== object.sopInstanceUid) {
    return { refusal: statuses.doesNotMatchClass, why: 'another instance than announced' }
  }
  const destination = await findDestination(db, { ...object, ...identity }, sender)
  if (typeof destination === 'string') {
    return { refusal: statuses.doesNotMatchClass, why: destination }
  }
  if (destination === undefined) {
    return { refusal: statuses.notAuthorised, why: 'no rule for this station' }
  }
  return { ...identity, ...destination }
}

/**
 * Makes an object last: its bytes and its row on disk, and only then its name without `.part`. What
 * a power cut leaves with another name, the next start sets right.
 */
async function keep(deps: ArrivalDeps, arriving: Arriving, verdict: Verdict): Promise<number> {
  if ('refusal' in verdict) return refuse(arriving, verdict)
  const { file, synced } = arriving
  await Promise.all([
    synced,
    syncFolder(path.dirname(file)),
    insertArrival(deps, arriving, verdict),
  ])
  await rename(`${file}.part`, file)
  deps.arrived()
  return statuses.success
}

interface Destination {
  readonly datasetId: number
  readonly taskId: number | null
}

/** The retrieval that awaits the series, else the dataset of the station's rule, or why none. */
async function findDestination(
  db: Db,
  { seriesUid, patientId, transferSyntaxUid }: Identity & ArrivingObject,
  sender: Sender,
): Promise<Destination | string | undefined> {
  const [awaiting, rule] = await Promise.all([
    findAwaiting(db, seriesUid, sender.address),
    findRule(db, sender),
  ])
  if (awaiting !== undefined && (awaiting.isFromThere || rule !== undefined)) {
    if (awaiting.patient_id !== patientId) return 'another patient than was asked for'
    const { FORCELOSSLESSTRANFERPROTOCOL } = pacsSettingsOf(awaiting)
    const isAllowed = !FORCELOSSLESSTRANFERPROTOCOL || losslessSyntaxes.includes(transferSyntaxUid)
    if (!isAllowed) return 'compressed with loss, which the dataset does not take'
    return { datasetId: awaiting.dataset_id, taskId: awaiting.task_id }
  }
  return rule && { datasetId: rule.dataset_id, taskId: null }
}

async function refuse(arriving: Arriving, { refusal, why }: Refusal): Promise<number> {
  const { received, sender, synced } = arriving
  log.warn('DICOM object refused', { ...sender, instance: received.sopInstanceUid, why })
  await synced
  await rm(received.path, { force: true })
  return refusal
}

async function insertArrival(
  { db, clock }: ArrivalDeps,
  { id, received, sender }: Arriving,
  known: Identity & Destination,
): Promise<void> {
  await db
    .insertInto('dicom_arrival')
    .values({
      id,
      received_at: clock(),
      ae_title: sender.aeTitle,
      address: sender.address,
      sop_class_uid: received.sopClassUid,
      sop_instance_uid: received.sopInstanceUid,
      study_uid: known.studyUid,
      series_uid: known.seriesUid,
      sha256: received.sha256,
      size: received.size,
      dataset_id: known.datasetId,
      task_id: known.taskId,
    })
    .execute()
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
